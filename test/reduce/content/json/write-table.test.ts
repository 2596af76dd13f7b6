import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonValue, minified, readJson } from '../../../../src/reduce/content/json/read-json.ts'
import { readJsonTable } from '../../../../src/reduce/content/json/read-json-table.ts'
import { writeTable } from '../../../../src/reduce/content/json/write-table.ts'
import { anyJson, anyRows } from './any-json.ts'

function rowsOf(...texts: readonly string[]): readonly JsonValue[] {
  return texts.map(text => readJson(text, 0)?.value ?? { kind: 'scalar', raw: 'null' })
}

describe('writeTable', () => {
  it('says once what rows share, and derives what follows from another column', () => {
    const rows = rowsOf(
      '{"id":7,"url":"https://example.org/7","user":{"name":"mira","isBot":false},"state":"open"}',
      '{"id":12,"url":"https://example.org/12","user":{"name":"chen","isBot":false},"state":"open"}',
      '{"id":31,"url":"https://example.org/31","user":{"name":"lupe","isBot":false},"state":"closed"}',
    )
    expect(writeTable(rows)).toEqual([
      'id|url=https://example.org/{id}|user.name|user.isBot=false|state',
      '7|mira|open',
      '12|chen|open',
      '31|lupe|closed',
    ])
  })

  it('names an exception at the end of its row', () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `{"id":${at},"state":"${at === 5 ? 'failed' : 'passed'}"}`,
    )
    const lines = writeTable(rowsOf(...rows))
    expect(lines?.[0]).toBe('id|state=passed')
    expect(lines?.[6]).toBe('5|state=failed')
  })

  it('keeps an object that some rows do not have', () => {
    const rows = rowsOf(
      '{"id":1,"by":null}',
      '{"id":2,"by":{"name":"mira","age":3}}',
      '{"id":3}',
      '{"id":4,"by":null}',
    )
    const lines = writeTable(rows) ?? []
    expect(readJsonTable(lines).map(minified)).toEqual(rows.map(minified))
  })

  it('writes inner rows into their cell', () => {
    const rows = rowsOf(
      '{"id":1,"tags":[{"name":"bug","hue":1},{"name":"perf","hue":2}]}',
      '{"id":2,"tags":[]}',
      '{"id":3,"tags":[{"name":"docs","hue":3}]}',
    )
    expect(writeTable(rows)).toEqual(['id|tags<name|hue>', '1|<bug|1><perf|2>', '2|[]', '3|<docs|3>'])
  })

  it('leaves rows that follow no common order as they are', () => {
    const rows = rowsOf('{"a":1,"b":2}', '{"b":1,"a":2}', '{"a":1,"a":2}', '{"a":3,"b":4}')
    expect(writeTable(rows)).toEqual(['a|b', '1|2', '!{"b":1,"a":2}', '!{"a":1,"a":2}', '3|4'])
  })

  it('is read back where all cells of a column begin and end alike', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab/.{|"'), maxLength: 5 })
    fc.assert(
      fc.property(part, fc.array(part, { minLength: 3, maxLength: 6 }), part, (begin, middles, end) => {
        const rows = rowsOf(
          ...middles.map((middle, at) => JSON.stringify({ id: at * 7, path: begin + middle + end })),
        )
        expect(readJsonTable(writeTable(rows) ?? []).map(minified)).toEqual(rows.map(minified))
      }),
    )
  })

  it('is read back to the very characters', () => {
    let tables = 0
    fc.assert(
      fc.property(fc.oneof(anyRows, fc.array(anyJson, { maxLength: 6 })), rows => {
        const lines = writeTable(rows)
        if (lines === undefined) return
        tables += 1
        expect(lines.filter(line => line.includes('\n'))).toEqual([])
        expect(readJsonTable(lines).map(minified)).toEqual(rows.map(minified))
      }),
      { numRuns: 400 },
    )
    expect(tables).toBeGreaterThan(100)
  })
})

describe('readJsonTable', () => {
  it.each([
    ['a|b', '1'],
    ['a', '1|2'],
    ['a', '"x'],
    ['|', '1'],
    ['a', '1|c=2'],
    ['a<b>', '<1'],
    ['a', '!{'],
  ])('refuses %j with %j', (heading, row) => {
    expect(() => readJsonTable([heading, row])).toThrow(RangeError)
  })
})
