import { describe, expect, it } from 'vitest'
import { handlesIn, isMarked, oneLineSpan, spanHead, spanMarkerIn } from '../../src/scan/marker.ts'

const hash = '3f9a2c71d04b'.padEnd(64, '0')
const mark = { messages: 130, tokens: 52_000, hash, handle: 'db_3f9a2c71d04b' }

describe('a text that replaces messages', () => {
  it.each(['line', 'ledger', 'summary'] as const)('is known as a %s, with a handle and without', form => {
    for (const given of [mark, { ...mark, handle: undefined }, { ...mark, ledger: 'db_0123456789ab' }]) {
      const head = spanHead(form, given)
      expect(spanMarkerIn(`${head}\nmore`)).toEqual({ form, messages: 130, tokens: 52_000 })
      expect(isMarked(head)).toBe(true)
      expect(handlesIn(head)).toEqual(given.handle === undefined ? [] : [mark.handle])
    }
  })

  it('is known as a line of state', () => {
    const line = oneLineSpan(['S:fix-login', 'F:~src/a.ts,+b.ts'], mark)
    expect(line).toBe('[M:130|S:fix-login|F:~src/a.ts,+b.ts, stored: db_3f9a2c71d04b]')
    expect(spanMarkerIn(line)).toEqual({ form: 'state-line', messages: 130 })
  })

  it.each([
    'Earlier: 130 messages',
    'I saw [Earlier: 130 messages, 5 tokens, stored: db_3f9a2c71d04b]',
    '[Earlier: many messages, 5 tokens, stored: db_3f9a2c71d04b]',
    '[M:12|S:a]',
  ])('and %s is none', text => {
    expect(spanMarkerIn(text)).toBeUndefined()
  })
})
