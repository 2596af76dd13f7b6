import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashBytes } from '../../src/tokens/hash.ts'
import { jsonBytes, jsonHash } from '../../src/tokens/json-bytes.ts'
import { plainCopies } from '../../src/tokens/plain-copy.ts'

describe('plainCopies', () => {
  it('have the JSON that the values had when they were copied', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.object({ maxDepth: 4 }))
    fc.assert(
      fc.property(fc.array(value), values => {
        const before = jsonBytes(values)
        const copies = plainCopies(values)
        if (copies === undefined) return
        for (const each of values) if (typeof each === 'object' && each !== null) clear(each)
        expect(Buffer.compare(jsonBytes(copies), before)).toBe(0)
        expect(jsonHash(copies)).toBe(hashBytes(before))
      }),
      { numRuns: 40 },
    )
  })

  it('are made of data only', () => {
    const own: { self?: unknown } = {}
    own.self = own
    const others = [
      new Date(0),
      Buffer.from('a'),
      new URL('https://example.org'),
      { toJSON: () => 'a' },
      Object.assign([], { toJSON: () => 'a' }),
      JSON.parse('{"__proto__": 1}'),
      () => 1,
      own,
    ]
    for (const other of others) expect(plainCopies([{ parts: [other] }])).toBeUndefined()
    expect(plainCopies([{ parts: ['a', undefined, null, 1] }])).toEqual([
      { parts: ['a', undefined, null, 1] },
    ])
  })
})

function clear(value: object): void {
  for (const key of Object.keys(value)) Reflect.deleteProperty(value, key)
}
