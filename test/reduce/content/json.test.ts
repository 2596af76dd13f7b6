import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '../../../src/reduce/content/json/json-style.ts'
import { json } from '../../../src/reduce/content/json.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { anyJson, anyRows } from './json/any-json.ts'
import { hostile, shell } from './output-laws.ts'
import { obeysPieceLaws, textOf } from './text-laws.ts'

function runs(length: number): readonly object[] {
  return Array.from({ length }, (_, at) => ({
    id: 100 + at,
    name: `step ${at * 31}`,
    status: at === 7 ? 'failed' : 'passed',
    seconds: at === 11 ? 9000 : 10 + (at % 3),
    kind: at === 13 ? 'nightly' : 'push',
    at: `2026-03-${String(at + 1).padStart(2, '0')}`,
  }))
}

const shown = (text: string): readonly string[] =>
  obeysPieceLaws(json, text, shell).map(({ value, text: piece }) => `${value} ${piece}`)

describe('json', () => {
  it.each([
    ['{"a": 1}', true],
    ['[\n  {\n    "a": 1\n  }\n]\n', true],
    ['Warning: old\n\n[{"a":1},{"a":2}]', true],
    ['{"a":1}\n{"a":2}\n', true],
    ['[1, 2, 3]', true],
    ['', false],
    ['[info] started', false],
    ['{ return 1 }', false],
    ['const a = {\n  "b": 1\n}', false],
    ['{"a":1}\nand then\nmuch prose\nfollows it\nover lines', false],
  ])('knows %j: %s', (text, expected) => {
    expect(json.fits(new SourcedText(text, shell))).toBe(expected)
  })

  it('counts rows, says what they share and how far they reach', () => {
    const [heading, common] = shown(JSON.stringify(runs(20)))
    expect(heading).toBe(
      'key 20 rows: id|name=step {}|seconds|at=2026-03-{}; id 100 – 119; seconds 10 – 9000; at 2026-03-01 – 2026-03-20',
    )
    expect(common).toBe('useful in each row that does not say otherwise: status=passed|kind=push')
  })

  it('puts failures first, then what differs, the first and the last', () => {
    const rows = shown(JSON.stringify(runs(20)))
    expect(rows.filter(row => row.startsWith('key')).slice(1)).toEqual(['key 107|217|11|08|status=failed'])
    expect(rows.filter(row => row.startsWith('useful')).slice(1)).toEqual([
      'useful 100|0|10|01',
      'useful 111|341|9000|12',
      'useful 113|403|11|14|kind=nightly',
      'useful 119|589|11|20',
    ])
  })

  it('finds rows behind a key, and in output that was cut', () => {
    expect(shown(JSON.stringify({ total: 20, results: runs(20) }))).toContain('useful total: 20')
    expect(
      shown(JSON.stringify({ total: 20, results: runs(20) })).some(piece =>
        piece.startsWith('key results: 20 rows: '),
      ),
    ).toBe(true)
    const cut = JSON.stringify(runs(20), null, 2).slice(0, 1500)
    expect(shown(cut)[0]).toMatch(/^key 11 rows: /)
  })

  it('says how long a string is that it cuts', () => {
    expect(shown(JSON.stringify({ a: 1, body: 'x'.repeat(900) }))[0]).toMatch(
      /^useful \{"a":1,"body":"\(900 characters\) x{199}…"\}$/,
    )
  })

  it('offers the lines of a long string, in entries and in rows', () => {
    const body = Array.from({ length: 40 }, (_, at) => `line ${at} of "the" report`).join('\n')
    for (const value of [
      { id: 1, body },
      [
        { id: 1, body },
        { id: 2, body: 'short' },
      ],
    ]) {
      const pieces = shown(JSON.stringify(value))
      for (const at of [10, 39]) expect(pieces).toContain(`plain line ${at} of "the" report`)
    }
  })

  it('names the path of every entry of a large object, errors first', () => {
    const text = JSON.stringify(
      {
        name: 'api',
        config: { limits: { memory: 'm'.repeat(180), cpu: 'c'.repeat(180) }, node_id: 'abc' },
        error: { code: 7 },
      },
      null,
      2,
    )
    expect(shown(text)).toEqual([
      'useful name: "api"',
      `plain config.limits.memory: "${'m'.repeat(180)}"`,
      `plain config.limits.cpu: "${'c'.repeat(180)}"`,
      'noise config.node_id: "abc"',
      'key error: {"code":7}',
    ])
  })

  it('takes what is empty, and addresses beside the one for people, for noise', () => {
    const url = 'https://api.example.org/pulls/comments/2719'
    const html_url = 'https://example.org/pulls/90#r2719'
    const text = JSON.stringify({ url, html_url, line: null, body: 'Log the failure. '.repeat(17) })
    expect(shown(text)).toEqual([
      `noise url: "${url}"`,
      `useful html_url: "${html_url}"`,
      'noise line: null',
      expect.stringContaining('useful body: "(289 characters) Log the failure.'),
      expect.stringContaining('plain '),
    ])
    expect(
      shown(JSON.stringify({ url, by: 'mira'.repeat(20), body: 'Log the failure. '.repeat(17) }))[0],
    ).toBe(`useful url: "${url}"`)
  })

  it('gives minified rows no lines of their own', () => {
    const pieces = json.pieces(JSON.stringify(runs(9)), shell)
    expect(pieces.map(({ lines }) => lines)).toEqual([1, ...pieces.slice(1).map(() => 0)])
  })

  it('obeys the laws on any JSON and on lines around it', () => {
    const document = fc.oneof(
      anyJson,
      anyRows.map(items => ({ kind: 'array', items }) as const),
    )
    fc.assert(
      fc.property(
        document,
        fc.constantFrom('', '  ', '\t'),
        textOf(['{"a":1}', '[', ']', ',', '{', '}']),
        (value, indent, around) => {
          const style = indent === '' ? { comma: ',', colon: ':' } : { indent, comma: ', ', colon: ': ' }
          obeysPieceLaws(json, writeJson(value, style), shell)
          obeysPieceLaws(json, `${around}\n${writeJson(value, style)}\n${around}`, shell)
        },
      ),
    )
  })

  it('ends on hostile input', () => {
    const deep = 40_000
    const more = [
      '['.repeat(deep) + ']'.repeat(deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      '[{"a":'.repeat(deep),
      `[${'{"a":1},'.repeat(deep)}{"a":1}]`,
    ]
    for (const text of [...hostile, ...more]) {
      json.fits(new SourcedText(text, shell))
      expect(json.pieces(text, shell).reduce((sum, { lines }) => sum + lines, 0)).toBe(
        text.split('\n').length,
      )
    }
  })
})
