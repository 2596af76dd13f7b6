import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonCodec } from '../../../../src/reduce/content/json/json-codec.ts'
import { type JsonStyle, writeJson } from '../../../../src/reduce/content/json/json-style.ts'
import type { JsonValue } from '../../../../src/reduce/content/json/read-json.ts'
import { exactCounter } from '../../../../src/tokens/tokens.ts'
import { anyCharacter } from '../../../any-character.ts'
import { anyJson, anyRows } from './any-json.ts'

const { count } = exactCounter()

const styles: readonly JsonStyle[] = [
  { comma: ',', colon: ':' },
  { comma: ', ', colon: ': ' },
  { comma: ',', colon: ': ' },
  { indent: '  ', comma: ', ', colon: ': ' },
  { indent: '    ', comma: ', ', colon: ': ' },
  { indent: '\t', comma: ', ', colon: ': ' },
  { indent: '  ', comma: ', ', colon: ': ', width: 80 },
  { indent: '  ', comma: ', ', colon: ': ', isHollow: true },
]

/** As an API tells of its issues. */
function issues(length: number): readonly object[] {
  const people = ['mira', 'tobias', 'chen', 'asante', 'lupe']
  const person = (at: number): object => {
    const login = people[at % people.length]
    return {
      login,
      id: 9000 + (at % 5) * 37,
      url: `https://api.example.org/users/${login}`,
      html_url: `https://example.org/${login}`,
      type: 'User',
      site_admin: false,
    }
  }
  return Array.from({ length }, (_, at) => ({
    url: `https://api.example.org/repos/acme/rocket/issues/${1200 + at * 3}`,
    html_url: `https://example.org/acme/rocket/issues/${1200 + at * 3}`,
    labels_url: `https://api.example.org/repos/acme/rocket/issues/${1200 + at * 3}/labels{/name}`,
    number: 1200 + at * 3,
    title: at === 41 ? 'FATAL: data loss when the disk is full' : `Part ${at * 7919} of the queue is slow`,
    user: person(at),
    labels: [
      { name: at % 3 === 0 ? 'bug' : 'docs', color: at % 3 === 0 ? 'd73a4a' : '0075ca', default: true },
    ],
    state: at % 9 === 0 ? 'closed' : 'open',
    locked: false,
    assignee: at % 6 === 0 ? person(at + 1) : null,
    milestone: null,
    comments: at % 4,
    created_at: `2026-0${1 + (at % 9)}-1${at % 10}T08:12:00Z`,
  }))
}

describe('jsonCodec', () => {
  it('says an array of objects in a fraction of its tokens', () => {
    const text = JSON.stringify(issues(60), null, 2)
    const encoded = jsonCodec.encode(text) ?? ''
    expect(jsonCodec.decode(encoded)).toBe(text)
    expect(count(encoded)).toBeLessThan(0.25 * count(text))
    expect(count(encoded)).toBeLessThan(0.35 * count(JSON.stringify(issues(60))))
    expect(encoded).toContain('FATAL: data loss when the disk is full')
  })

  it('says in its first line what it is', () => {
    const encoded = jsonCodec.encode(`${JSON.stringify({ total: 60, results: issues(60) })}\n`) ?? ''
    expect(encoded.split('\n')[0]).toMatch(
      /^JSON, 1 table(?:, \d short forms?)?; name=value in a heading holds unless/,
    )
    expect(jsonCodec.decode(encoded).endsWith(']}\n')).toBe(true)
  })

  it('keeps what is above and below', () => {
    const text = `Warning: old\nbin/list v2\n${JSON.stringify(issues(9), null, 2)}\n\nShowing 9 issues.\n`
    const encoded = jsonCodec.encode(text) ?? ''
    expect(encoded).toContain('\nWarning: old\nbin/list v2\n')
    expect(jsonCodec.decode(encoded)).toBe(text)
  })

  it('reads lines of JSON as rows', () => {
    const text = issues(9)
      .map(issue => JSON.stringify(issue))
      .join('\n')
    const encoded = jsonCodec.encode(text) ?? ''
    expect(encoded.startsWith('JSON lines, 9 rows')).toBe(true)
    expect(jsonCodec.decode(encoded)).toBe(text)
  })

  it.each(styles)('keeps the white space of %j', style => {
    fc.assert(
      fc.property(
        fc.oneof(anyRows, fc.array(anyJson, { maxLength: 3 })),
        fc.constantFrom('', '\n', '\nend', '\n\n'),
        (rows, tail) => {
          const array: JsonValue = { kind: 'array', items: rows }
          const text = `${writeJson(array, style)}${tail}`
          const encoded = jsonCodec.encode(text)
          if (encoded !== undefined) expect(jsonCodec.decode(encoded)).toBe(text)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gives nothing where white space follows no rule, or nothing is saved', () => {
    const text = JSON.stringify(issues(20), null, 2)
    expect(jsonCodec.encode(text.replace('  "number"', ' "number"'))).toBeUndefined()
    expect(jsonCodec.encode(text.replaceAll('\n', '\r\n'))).toBeUndefined()
    for (const short of ['', '{}', '[1,2]', '{"a":1}', 'no JSON', '[', '{"a":'])
      expect(jsonCodec.encode(short)).toBeUndefined()
  })

  it('never throws on what it is given to encode', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.json()), text => {
        const encoded = jsonCodec.encode(text)
        if (encoded !== undefined) expect(jsonCodec.decode(encoded)).toBe(text)
      }),
    )
  })

  it('refuses to decode what it did not write', () => {
    for (const text of ['', 'JSON', 'JSON array, 2 rows:\n', '{"a":1}', 'JSON, 1 table:\n@1'])
      expect(() => jsonCodec.decode(text)).toThrow(RangeError)
  })

  it('gives nothing for nesting without end, and ends', () => {
    const deep = 40_000
    expect(jsonCodec.encode(`${'['.repeat(deep)}${']'.repeat(deep)}`)).toBeUndefined()
    expect(jsonCodec.encode(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)).toBeUndefined()
    expect(jsonCodec.encode('['.repeat(deep))).toBeUndefined()
    expect(jsonCodec.encode('[\n'.repeat(deep))).toBeUndefined()
  })
})

const corpus = '../shared/corpus/json'

describe.skipIf(!existsSync(corpus))('jsonCodec on the corpus (skipped where it is absent)', () => {
  const files = existsSync(corpus)
    ? readdirSync(corpus).flatMap(folder =>
        readdirSync(`${corpus}/${folder}`).map(name => `${corpus}/${folder}/${name}`),
      )
    : []

  it('is exact on every document, and shorter than minified where arrays of objects are large', () => {
    let [minifiedTokens, encodedTokens] = [0, 0]
    for (const file of files) {
      const bytes = readFileSync(file)
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      const encoded = jsonCodec.encode(text)
      if (encoded !== undefined) expect(jsonCodec.decode(encoded)).toBe(text)
      minifiedTokens += count(JSON.stringify(JSON.parse(text)))
      encodedTokens += count(encoded ?? text)
    }
    expect(encodedTokens).toBeLessThan(0.75 * minifiedTokens)
  })
})
