import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSamples } from '../../bench/estimator-corpus.ts'
import { estimateCounter, exactCounter } from '../../src/tokens/tokens.ts'
import { anyCharacter } from '../any-character.ts'

const estimate = estimateCounter()
const exact = exactCounter()

const english = `The release was late because the migration had never been rehearsed. Nobody disagreed with that,
but nobody wanted to be the one who said it first. In the end we agreed to run the whole procedure against a copy of
the production database on Thursday, to write down how long every step takes, and to decide on Friday morning.
Customers who don't upgrade won't notice anything; those who do should see faster searches and fewer timeouts.`

const code = `export function parseRange(text: string): Range | undefined {
  const match = /^(\\d+):(\\d+)$/.exec(text)
  if (match === null) return undefined
  const [first, last] = [Number(match[1]), Number(match[2])]
  return first <= last ? { lines: [first, last] } : undefined
}

class ConnectionPool {
  constructor(private readonly options: PoolOptions, private idle: Connection[] = []) {}

  async acquire(): Promise<Connection> {
    const connection = this.idle.pop()
    if (connection !== undefined && !connection.isClosed) return connection
    return await Connection.open(this.options.host, this.options.port)
  }
}`

const json = JSON.stringify(
  Array.from({ length: 12 }, (_, index) => ({
    id: 4_000 + index * 37,
    name: `item-${index}`,
    created_at: `2026-03-${String(index + 10)}T08:15:00Z`,
    owner: { login: 'octavia', type: 'User', site_admin: false },
    url: `https://api.example.org/repos/octavia/tools/items/${index}`,
  })),
  null,
  2,
)

const log = Array.from(
  { length: 20 },
  (_, index) =>
    `2026-02-11T10:${String(index + 10)}:42.118Z INFO  [http] GET /api/users/${index * 91} 200 in ${index * 3}ms`,
).join('\n')

const chinese = readFileSync(join(import.meta.dirname, '../fixtures/measure/chinese.txt'), 'utf8')

describe('estimateCounter', () => {
  it.each([
    ['prose', english, 0.06],
    ['code', code, 0.06],
    ['JSON', json, 0.06],
    ['a log', log, 0.06],
    ['Chinese', chinese, 0.03],
    ['base64', Buffer.from(english + code + json).toString('base64'), 0.15],
    ['hexadecimal', Buffer.from(english).toString('hex'), 0.1],
    ['an empty table', `| ${'-'.repeat(40)} | ${'-'.repeat(60)} |\n`.repeat(20), 0.5],
  ] as const)('comes near on %s', (_, text, tolerance) => {
    const tokens = exact.count(text)
    expect(Math.abs(estimate.count(text) - tokens)).toBeLessThanOrEqual(tokens * tolerance)
  })

  it('says that it is no exact count', () => {
    expect(estimate).toMatchObject({ name: 'estimate', exact: false })
  })

  it('is a whole number of tokens, none for nothing', () => {
    expect(estimate.count('')).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 100 }), text => {
        const tokens = estimate.count(text)
        expect(Number.isInteger(tokens) && tokens >= 1).toBe(true)
        expect(estimate.count(text)).toBe(tokens)
      }),
    )
  })

  it('says the same of a text whatever was counted before it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter, maxLength: 60 })), texts => {
        const forwards = texts.map(text => estimate.count(text))
        expect(texts.toReversed().map(text => estimate.count(text))).toEqual(forwards.toReversed())
      }),
    )
  })

  it.each(['a', '=', ' ', '\n', '漢', '😀', '━', '\ud800', '\u0000', 'ب'])('takes endless %j', unit => {
    const text = unit.repeat(50_000)
    expect(estimate.count(text)).toBeGreaterThan(0)
    expect(estimate.count(text)).toBeLessThanOrEqual(text.length)
  })
})

const corpus = join(import.meta.dirname, '../../../shared/corpus')

describe.skipIf(!existsSync(corpus))(
  'estimateCounter on the corpus (skipped without ../shared/corpus)',
  () => {
    const classes = ['english', 'code', 'json', 'logs', 'chinese'] as const
    const samples = existsSync(corpus) ? readSamples(corpus, classes) : []

    it.for(classes)('is within 3 % on %s that it was not fitted to', name => {
      const texts = samples.filter(sample => sample.class === name && sample.half === 'check')
      expect(texts.length).toBeGreaterThanOrEqual(10)
      const tokens = texts.reduce((sum, { text }) => sum + exact.count(text), 0)
      const estimated = texts.reduce((sum, { text }) => sum + estimate.count(text), 0)
      expect(Math.abs(estimated / tokens - 1)).toBeLessThan(0.03)
    })
  },
)
