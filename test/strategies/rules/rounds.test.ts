import { expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { uncompressSync } from '../../../src/uncompress.ts'
import { prose, said } from './said.ts'

it('a view of one strategy that another makes smaller comes back through both', () => {
  const rule = 'You must never restart the server. '
  const messages = [
    said('user', rule + prose(9000), 'a'),
    said('assistant', prose(600, 'b'), 'b'),
    said('user', 'Go on.', 'c'),
  ]
  const first = compressSync(messages, { strategy: 'rules', recencyWindow: 0, strict: true })
  const second = compressSync(first.messages, {
    strategy: 'cap',
    budget: 400,
    recencyWindow: 0,
    strict: true,
  })
  expect(second.receipt.changes.length).toBeGreaterThan(0)
  const back = uncompressSync(second.messages, { ...first.originalsByHash, ...second.originalsByHash })
  expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
})
