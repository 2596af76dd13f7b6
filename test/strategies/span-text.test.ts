import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineText, maxLineTokens } from '../../src/strategies/spans/span-text.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'

const counter = exactCounter()

describe('maxLineTokens', () => {
  it('is as much as any line costs, whatever its handle', () => {
    const most = maxLineTokens(counter)
    const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(hash, fc.nat(999_999), fc.nat(99_999_999), (digits, messages, tokens) => {
        const line = lineText({ messages, tokens, hash: digits, handle: handleOf(digits) })
        expect(counter.count(line)).toBeLessThanOrEqual(most)
      }),
      { numRuns: 2000 },
    )
  })
})
