import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonExtents } from '../../src/scan/json-extents.ts'

const read = (text: string): readonly string[] =>
  jsonExtents(text).map(({ start, end }) => text.slice(start, end))

describe('JSON in a text', () => {
  it.each([
    ['whole', '{"a": [1, -2.5e3, true, null], "b": {}}', ['{"a": [1, -2.5e3, true, null], "b": {}}']],
    ['in prose', 'It said {"ok": false} and then ["x"].', ['{"ok": false}', '["x"]']],
    ['line by line', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['with escapes', '["\\u00e9 \\" \\\\ \\n"]', ['["\\u00e9 \\" \\\\ \\n"]']],
    ['with a key that is inherited elsewhere', '{"__proto__": 1}', ['{"__proto__": 1}']],
    ['cut off: what is whole', '[{"a": 1}, {"b": [2]}, {"c', ['{"a": 1}', '{"b": [2]}']],
    ['inside of something else', '{ name: {"a": 1} }', ['{"a": 1}']],
  ])('%s', (_, text, found) => {
    expect(read(text)).toEqual(found)
  })

  it.each([
    ['trailing comma', '{"a": 1,}'],
    ['single quotes', "{'a': 1}"],
    ['leading zero', '[01]'],
    ['raw line break in a string', '["a\nb"]'],
    ['bad escape', '["\\x"]'],
    ['wrong bracket', '["a"}'],
    ['a link', '[text](https://example.org)'],
    ['a box that is ticked', '- [x] done'],
    ['code', 'if (a[i]) { return b }'],
  ])('is not: %s', (_, text) => {
    expect(read(text)).toEqual([])
  })
})

it('is what JSON.parse accepts, and all of it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), value => {
      const text = JSON.stringify(value)
      expect(read(`so: ${text} …`)).toEqual([text])
    }),
  )
})

it('parses, wherever it is found', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '.5',
    'true',
    ' ',
    '\n',
    '\\',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      for (const json of read(pieces.join(''))) expect(() => JSON.parse(json)).not.toThrow()
    }),
    { numRuns: 3000 },
  )
})
