import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewParts } from '../../../../src/strategies/coverage/facts/view-part.ts'
import {
  authorIn,
  bitsOf,
  isCodeBit,
  isOutcomeBit,
  isOutlineBit,
  isRuleBit,
  isSignatureBit,
  isUninformativeBit,
  partIn,
  valueIn,
  withPart,
  withValue,
} from '../../../../src/strategies/coverage/read/line-bits.ts'

const value = fc.constantFrom('key' as const, 'useful' as const, 'plain' as const, 'noise' as const)
const line = fc.record({
  value,
  author: fc.constantFrom('user' as const, 'words' as const, 'calls' as const, 'tools' as const),
  isRule: fc.boolean(),
  isUninformative: fc.boolean(),
  isCode: fc.boolean(),
  isOutline: fc.boolean(),
  isSignature: fc.boolean(),
  isOutcome: fc.boolean(),
})

describe('the bits of a candidate', () => {
  it('say all that they were made from, and change in one respect alone', () => {
    fc.assert(
      fc.property(line, value, fc.constantFrom(...viewParts), (facts, other, part) => {
        const read = (bits: number) => ({
          value: valueIn(bits),
          author: authorIn(bits),
          isRule: (bits & isRuleBit) !== 0,
          isUninformative: (bits & isUninformativeBit) !== 0,
          isCode: (bits & isCodeBit) !== 0,
          isOutline: (bits & isOutlineBit) !== 0,
          isSignature: (bits & isSignatureBit) !== 0,
          isOutcome: (bits & isOutcomeBit) !== 0,
        })
        const bits = withPart(bitsOf(facts), part)
        expect(read(bits)).toEqual(facts)
        expect(partIn(bits)).toBe(part)
        expect(read(withValue(bits, other))).toEqual({ ...facts, value: other })
        expect(partIn(withValue(bits, other))).toBe(part)
      }),
    )
  })
})
