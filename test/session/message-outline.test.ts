import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromOutline, hasOutline, outlineOf } from '../../src/session/message-identity.ts'

const isSame = (one: unknown, other: unknown) => hasOutline(one, outlineOf(other))

describe('a flattened message', () => {
  it('is the same exactly where the JSON is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isSame(one, JSON.parse(JSON.stringify(one)))).toBe(true)
        // The only numbers that JSON writes alike and nobody else does.
        fc.pre(!JSON.stringify([one, other]).includes('-0'))
        expect(isSame(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })

  it('distinguishes what looks alike', () => {
    expect(isSame([['a'], 'b'], [['a', 'b']])).toBe(false)
    expect(isSame({ a: { b: 1 } }, { a: {}, b: 1 })).toBe(false)
    expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
    expect(isSame(JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}'))).toBe(false)
  })

  it('sees a change that was made in its place', () => {
    const message = { role: 'user', content: [{ type: 'text', text: 'one' }] }
    const before = outlineOf(message)
    ;(message.content[0] as { text: string }).text = 'two'
    expect(hasOutline(message, before)).toBe(false)
  })

  it('gives the message back, as a copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const copy = fromOutline(outlineOf(value) ?? [])
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
      }),
    )
    const keys = Object.keys(
      fromOutline(outlineOf(JSON.parse('{"__proto__":{"a":1},"b":2}')) ?? []) as object,
    )
    expect(keys).toEqual(['__proto__', 'b'])
  })

  it('does not vouch for what is not plain data, or nested without end', () => {
    expect(isSame({ data: new Uint8Array(2) }, { data: new Uint8Array(2) })).toBe(false)
    expect(isSame({ at: new Date(0) }, { at: new Date(0) })).toBe(false)
    expect(isSame({ toJSON: () => 1 }, { toJSON: () => 1 })).toBe(false)
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(isSame(deep, deep)).toBe(false)
  })
})
