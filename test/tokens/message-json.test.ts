import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageJson, parseMessageJson } from '../../src/tokens/message-json.ts'

const values = {
  bytes: new Uint8Array([0, 1, 255]),
  'a part of a larger memory': new Uint8Array([9, 1, 2, 9]).subarray(1, 3),
  buffer: Buffer.from('ü'),
  'array buffer': new Uint8Array([7, 8]).buffer,
  date: new Date(1_700_000_000_123),
  'invalid date': new Date(Number.NaN),
  url: new URL('https://example.org/a?b=c'),
  'what reads like one of ours': { 'fovea:bytes': 'AQID', role: 'user' },
  'what is written like one of ours': { 'fovea:entries': [['fovea:date', 1]] },
}

describe('messageJson', () => {
  it.each(Object.entries(values))('brings back %s', (_name, value) => {
    const message = { role: 'user', content: [{ type: 'file', data: value }], ['__proto__']: value }
    expect(parseMessageJson(messageJson([message]))).toStrictEqual([message])
  })

  it('is the JSON of what JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(messageJson(value)).toBe(JSON.stringify(value))
        expect(parseMessageJson(messageJson(value))).toStrictEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each([
    { 'fovea:url': 'x' },
    { 'fovea:bytes': 5 },
    { 'fovea:bytes': [1, 2] },
    { 'fovea:date': 'soon' },
    { 'fovea:entries': 1 },
  ])('leaves what another program wrote as it is: %o', value => {
    expect(parseMessageJson(JSON.stringify([value]))).toStrictEqual([value])
  })

  it('looks into a value that is used twice once', () => {
    let value: object = {}
    for (let depth = 0; depth < 20; depth += 1) value = { value }
    const shared = Array.from({ length: 1000 }, () => value)
    expect(messageJson(shared)).toBe(JSON.stringify(shared))
  })
})
