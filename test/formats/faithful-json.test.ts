import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faithfulJson } from '../../src/formats/located-text.ts'

function nested(depth: number): unknown {
  let value: unknown = 'core'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value }
  return value
}

describe('faithfulJson', () => {
  it('gives a text that parses to the very same value, or none', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }), value => {
        const text = faithfulJson(value)
        if (text !== undefined) expect(JSON.parse(text)).toStrictEqual(value)
      }),
    )
  })

  it('gives a text for whatever came from JSON', () => {
    fc.assert(
      fc.property(fc.json(), json => {
        const value: unknown = JSON.parse(json)
        if (!json.includes('-0')) expect(faithfulJson(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('keeps keys that objects have of their own', () => {
    const json = '{"__proto__":{"a":1},"toString":"x","2":0,"1":0}'
    expect(JSON.parse(faithfulJson(JSON.parse(json)) ?? '')).toStrictEqual(JSON.parse(json))
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['nothing inside', { limit: undefined }],
    ['a hole', new Array(1)],
    ['bytes', { bytes: new Uint8Array([1]) }],
    ['a date', [new Date(0)]],
    ['a URL', new URL('https://example.com')],
    ['a map', new Map([[1, 2]])],
    ['a big integer', { count: 1n }],
    ['a function', { run: () => 1 }],
    ['no number', [Number.NaN]],
    ['no end', [Number.POSITIVE_INFINITY]],
    ['a negative zero', [-0]],
    ['nesting beyond the stack', nested(100_000)],
  ])('gives no text for %s', (_name, value) => {
    expect(faithfulJson(value)).toBeUndefined()
  })

  it('gives no text for a cycle', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(faithfulJson(loop)).toBeUndefined()
  })
})
