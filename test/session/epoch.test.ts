import { describe, expect, it } from 'vitest'
import { type Epoch, noEpoch, sharedLength } from '../../src/session/epoch.ts'
import type { MessageSpan } from '../../src/view/replace-spans.ts'

const span = (first: number, last: number, text: string): MessageSpan => ({
  first,
  last,
  messages: [{ role: 'user', content: text }],
})
const epoch = (...spans: readonly MessageSpan[]): Epoch => ({
  name: 'one',
  covers: (spans.at(-1)?.last ?? -1) + 1,
  hash: '',
  spans,
})

describe('two epochs', () => {
  const early = span(2, 5, 'what came early')

  it('share what is before the first span that only one of them has', () => {
    expect(sharedLength(noEpoch, epoch(early))).toBe(2)
    expect(sharedLength(epoch(early), epoch(early, span(9, 12, 'what came later')))).toBe(9)
  })

  it('share a span that says the same, whoever read it', () => {
    const readBack = JSON.parse(JSON.stringify(early)) as MessageSpan
    expect(sharedLength(epoch(early), epoch(readBack, span(8, 9, 'later')))).toBe(8)
    expect(sharedLength(epoch(early), epoch(readBack))).toBe(Number.POSITIVE_INFINITY)
  })

  it('share nothing from the first span on that differs', () => {
    expect(sharedLength(epoch(early), epoch(span(2, 9, 'what came early')))).toBe(2)
    expect(sharedLength(epoch(early, span(7, 8, 'a')), epoch(early, span(6, 8, 'a')))).toBe(6)
  })
})
