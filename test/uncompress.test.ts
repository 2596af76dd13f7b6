import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import { hashText } from '../src/measure/hash.ts'
import { uncompressSync } from '../src/uncompress.ts'

const said = (id: string, role: string, content: string) => ({ id, role, content })

describe('the way back', () => {
  it('leads through a view that also stands elsewhere in sight', () => {
    const text = 'deploy the service '.repeat(200)
    const messages = [
      said('a', 'user', text),
      said('b', 'assistant', text),
      said('c', 'user', text),
      said('d', 'assistant', 'ok'),
      said('e', 'user', 'go'),
    ]
    const first = compressSync(messages, { strategy: 'cap', recencyWindow: 0 })
    const second = compressSync(first.messages, { strategy: 'cap', budget: '1%', minBlockTokens: 1 })
    // One of two equal markers was told shorter, the other stands as it was.
    expect(second.receipt.changes.length).toBeGreaterThan(0)
    const back = uncompressSync(second.messages, { ...first.verbatim, ...second.verbatim })
    expect(back.messages).toEqual(messages)
  })

  it('ends where originals name each other', () => {
    const entry = (text: string) => ({ handle: 'db_000000000000', text, media: 'text' as const })
    const circle = { [hashText('a')]: entry('b'), [hashText('b')]: entry('a') }
    const { messages } = uncompressSync([said('1', 'user', 'a')], circle)
    expect(['a', 'b']).toContain(messages[0]?.content)
  })
})
