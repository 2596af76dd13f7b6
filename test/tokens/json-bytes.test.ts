import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBytes } from '../../src/tokens/bytes.ts'
import { declareImmutable } from '../../src/tokens/immutable.ts'
import { jsonBytes } from '../../src/tokens/json-bytes.ts'
import { anyCharacter } from '../any-character.ts'

describe('jsonBytes', () => {
  it('writes the JSON of a value that nobody changes once', () => {
    let written = 0
    const counted = { toJSON: () => `${++written} ü` }
    declareImmutable(counted)
    const first = jsonBytes([counted, { role: 'user' }])
    const longer = jsonBytes([{ role: 'user' }, counted, counted])
    expect(Buffer.from(first).toString()).toBe('["1 ü",{"role":"user"}]')
    expect(Buffer.from(longer).toString()).toBe('[{"role":"user"},"1 ü","1 ü"]')
    expect(written).toBe(1)
  })

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
        for (const value of values.slice(0, 3)) declareImmutable(value)
        expect(Buffer.compare(jsonBytes(values, expected), toBytes(JSON.stringify(values)))).toBe(0)
        expect(Buffer.compare(jsonBytes(values), toBytes(JSON.stringify(values)))).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})
