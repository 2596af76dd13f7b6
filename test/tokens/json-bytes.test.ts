import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBytes } from '../../src/tokens/bytes.ts'
import { jsonBytes } from '../../src/tokens/json-bytes.ts'
import { anyCharacter } from '../any-character.ts'

describe('jsonBytes', () => {
  it('are those of the JSON of the list, however long it is and whatever was expected', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('é', '→', '\uD800', '😀'))
    const long = fc.tuple(text, fc.integer({ min: 1, max: 3000 })).map(([said, times]) => said.repeat(times))
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant(undefined),
      fc.record({ role: fc.constant('user'), content: fc.oneof(text, long) }),
    )
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), fc.nat(100_000), (values, expected) => {
        expect(Buffer.compare(jsonBytes(values, expected), toBytes(JSON.stringify(values)))).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})
