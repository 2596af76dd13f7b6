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
    expect(shown(JSON.stringify(runs(20))).slice(0, 2)).toEqual([
      'key 20 rows (status=passed|kind=push unless stated): id|name|seconds|at',
      'useful id 100 – 119; seconds 10 – 9000; at 2026-03-01 – 2026-03-20',
    ])
  })

  it('says what rows share in a piece of its own if that is long', () => {
    const rows = runs(20).map(run => ({
      ...run,
      text: 'none of them printed anything that is worth a second look',
    }))
    expect(shown(JSON.stringify(rows)).slice(0, 2)).toEqual([
      expect.stringMatching(/^key 20 rows: id\|/),
      'useful in each row, unless stated: status=passed|kind=push|text=none of them printed anything that is worth a second look',
    ])
  })

  it('gives a short table no ranges and a plain heading', () => {
    const fares = [
      { from: 'OSL', to: 'BGO', price: 90 },
      { from: 'BGO', to: 'OSL', price: 70 },
      { from: 'OSL', to: 'TRD', price: 110 },
    ]
    expect(shown(JSON.stringify({ fares, text: 'x'.repeat(300) })).slice(0, 4)).toEqual([
      'plain fares: 3 rows: from|to|price',
      'useful OSL|BGO|90',
      'plain BGO|OSL|70',
      'useful OSL|TRD|110',
    ])
  })

  it('says that a table which the tool cut has more rows', () => {
    const fares = [
      { from: 'OSL', to: 'BGO' },
      { from: 'BGO', to: 'OSL' },
    ]
    expect(shown(`${JSON.stringify(fares)}\n[40 lines truncated]`)[0]).toBe('plain at least 2 rows: from|to')
  })

  it('takes the heading of a short table that reports failures for a key piece', () => {
    const jobs = ['lint', 'test'].map(name => ({ name, conclusion: 'failure', minutes: name.length }))
    expect(shown(JSON.stringify(jobs))[0]).toBe(
      'key 2 rows (conclusion=failure|minutes=4 unless stated): name',
    )
  })

  it('says first how a long row differs, since its end may not be shown', () => {
    const weather = ['rain', 'snow', 'wind', 'fog', 'hail', 'sun']
    const days = weather.map((word, at) => ({
      text: `${word} all day `.repeat(20),
      more: `then ${weather.at(-at - 1)} `.repeat(20),
      state: at === 1 ? 'open' : 'closed',
    }))
    const rows = shown(JSON.stringify(days))
    expect(rows[0]).toBe('plain 6 rows (state=closed unless stated): text|more')
    expect(rows.filter(row => row.includes('state=open'))).toEqual([
      expect.stringMatching(/^\w+ state=open\|.{0,20}snow all day/),
    ])
  })

  const words = (about: string): string => `The ${about} of this order is late. `.repeat(6).trim()

  it('shows the long values, lists and times of wide rows below a short row', () => {
    const orders = [1, 2, 3, 4].map(id => ({
      id: `o-${id}`,
      title: `order ${id}`,
      about: words(`bread ${id}`),
      notes: words(`cake ${id}`),
      tags: ['oven'],
      at: '2026-03-01T10:00:00Z',
    }))
    expect(shown(JSON.stringify(orders)).slice(0, 6)).toEqual([
      'plain 4 rows: id|title',
      'useful o-1|order 1',
      expect.stringMatching(/^plain about: "\(\d+ characters\) The bread 1 /),
      expect.stringMatching(/^plain late\. The /),
      expect.stringMatching(/^plain notes: "\(\d+ characters\) The cake 1 /),
      expect.stringMatching(/^plain late\. The /),
    ])
    const pieces = obeysPieceLaws(json, JSON.stringify(orders), shell)
    const row = pieces.findIndex(({ text }) => text === 'o-3|order 3')
    expect(pieces.filter(({ under }) => under === row).map(({ text }) => text.slice(0, 5))).toEqual([
      'about',
      'notes',
      'tags:',
      'at: "',
    ])
  })

  it('shows two or three wide records each by itself, below what names them', () => {
    const orders = [1, 2].map(id => ({
      id: `o-${id}`,
      title: `Bread for the party of ${id} guests in the large hall`,
      about: words(`bread ${id}`),
      notes: words(`cake ${id}`),
    }))
    const pieces = obeysPieceLaws(json, JSON.stringify(orders), shell)
    const name = pieces.findIndex(({ text }) =>
      text.startsWith('[1]: id: o-2, title: Bread for the party of 2'),
    )
    expect(pieces[0]?.text).toBe('2 items')
    expect(pieces.filter(({ under }) => under === name).map(({ text }) => text.slice(0, 10))).toEqual([
      '[1].about:',
      '[1].notes:',
    ])
  })

  it('does not count a list of one item', () => {
    const order = { id: 7, steps: [{ name: 'bake', text: words('oven') }], text: words('bread') }
    expect(shown(JSON.stringify(order)).join('\n')).not.toContain('1 item')
  })

  it('says of no row what only another has', () => {
    const orders = Array.from({ length: 8 }, (_, id) => ({
      id,
      state: 'open',
      ...(id === 2 && { van: { size: 'large', driver: 'mira' } }),
      ...(id === 5 && { note: 'call first' }),
    }))
    expect(shown(JSON.stringify(orders))).toEqual([
      'plain 8 rows (state=open unless stated): id',
      ...[0, 1, 2, 3, 4, 5, 6, 7].map(id =>
        expect.stringMatching(
          new RegExp(
            `^\\w+ ${id}${id === 2 ? '\\|van.size=large\\|van.driver=mira' : id === 5 ? '\\|note=call first' : ''}$`,
          ),
        ),
      ),
    ])
  })

  it('takes records with their keys in another order for rows', () => {
    const orders = [
      { id: 1, state: 'open', at: 3 },
      { id: 2, at: 4, state: 'closed' },
      { state: 'new', id: 3, at: 5 },
    ]
    expect(shown(JSON.stringify(orders)).slice(1)).toEqual([
      'useful 1|open|3',
      'plain 2|closed|4',
      'useful 3|new|5',
    ])
  })

  it('takes records apart that a cut has joined', () => {
    const cut = `[{"id":1,"state":"open","note":"two loaves…90 tokens truncated…for the hall","size":4,"id":3},
{"id":4,"state":"new","note":"call first","size":5}]`
    const pieces = shown(cut)
    expect(pieces.filter(piece => piece.includes('two loaves'))).toEqual([
      expect.not.stringMatching(/hall|\b4\b/),
    ])
    expect(pieces[0]).toContain('at least 3 rows')
  })

  it('takes an object whose members are alike for a table', () => {
    const cards = {
      card_1: { source: 'card', brand: 'visa', id: 'card_1' },
      gift_2: { source: 'gift', amount: 20, id: 'gift_2' },
    }
    const text = 'x'.repeat(300)
    expect(shown(JSON.stringify({ cards, text })).slice(0, 3)).toEqual([
      'plain cards: 2 rows: source|amount|brand|id',
      'useful card||visa|card_1',
      'useful gift|20||gift_2',
    ])
    const sizes = { small: { rooms: 2, price: 70 }, large: { rooms: 5, price: 190 } }
    expect(shown(JSON.stringify({ sizes, text })).slice(0, 3)).toEqual([
      'plain sizes: 2 rows: key|rooms|price',
      'useful small|2|70',
      'useful large|5|190',
    ])
    const other = { build: { steps: 3 }, deploy: { to: 'production' } }
    expect(shown(JSON.stringify({ other, text, log: text }))[0]).toBe(
      `useful other: ${JSON.stringify(other)}`,
    )
  })

  it('takes an array of arrays for one table', () => {
    const ways = [
      [
        { from: 'OSL', to: 'BGO' },
        { from: 'BGO', to: 'TRD' },
      ],
      [{ from: 'OSL', to: 'TRD' }],
    ]
    expect(shown(JSON.stringify(ways))).toEqual([
      'plain 3 rows: item|from|to',
      'useful 0|OSL|BGO',
      'plain 0|BGO|TRD',
      'useful 1|OSL|TRD',
    ])
    expect(shown(JSON.stringify([ways[0], [{ price: 90 }]]))[0]).toBe(
      'useful [[{"from":"OSL","to":"BGO"},{"from":"BGO","to":"TRD"}],[{"price":90}]]',
    )
  })

  it('adds no column of a name that a row has', () => {
    const sizes = { small: { rooms: 2, price: 70, deposit: 9 }, large: { rooms: 5, price: 190, key: 4 } }
    expect(shown(JSON.stringify(sizes))).toEqual([`useful ${JSON.stringify(sizes)}`])
    const ways = [[{ from: 'OSL', to: 'BGO' }], [{ from: 'BGO', to: 'OSL', item: 4 }]]
    expect(shown(JSON.stringify(ways))).toEqual([`useful ${JSON.stringify(ways)}`])
  })

  it('takes no error for a row of a table', () => {
    const call = { path: '/v1/rooms', text: 'x'.repeat(150) }
    const error = { path: '/v1/rooms', text: 'the limit of today' }
    expect(shown(JSON.stringify({ call, error, retry: call }))).toContain(
      `key error: ${JSON.stringify(error)}`,
    )
  })

  it('shows the values of rows in a row whole', () => {
    const of = (...rooms: readonly string[]): object => ({ rooms: rooms.map(id => ({ id: `hotel/${id}` })) })
    expect(shown(JSON.stringify([of('a', 'b'), of('c'), of('d')])).slice(0, 2)).toEqual([
      'plain 3 rows: rooms<id>',
      'useful <hotel/a><hotel/b>',
    ])
  })

  it('shows short members side by side, without quotes where that is unambiguous', () => {
    const text = 'x'.repeat(300)
    const order = { id: 'W7', count: 3, zip: '4152', note: 'left, then right', done: false }
    expect(shown(JSON.stringify({ ...order, text, by: 'mira' }))).toEqual([
      'useful id: W7, count: 3, zip: "4152", note: "left, then right", done: false',
      expect.stringContaining('useful text: "(300 characters) '),
      expect.stringContaining('plain xxx'),
      'useful by: mira',
    ])
  })

  it('names once the path of members that are side by side', () => {
    const text = 'x'.repeat(300)
    const order = { id: 'W7', count: 3, text, log: text, by: 'mira' }
    expect(shown(JSON.stringify({ order, by: 'otto' }))).toEqual(
      expect.arrayContaining(['plain order: id: W7, count: 3', 'plain order.by: mira']),
    )
  })

  it('shows no later member of a record that failed without its failure', () => {
    const [title, note] = ['title ', 'note '].map(word => word.repeat(35))
    const text = JSON.stringify({ id: 7, title, conclusion: 'failure', branch: 'main', note })
    const pieces = obeysPieceLaws(json, text, shell)
    const failure = pieces.findIndex(({ text: said }) => said === 'conclusion: "failure"')
    const underOf = (start: string) => pieces.find(({ text: said }) => said.startsWith(start))?.under
    expect(failure).toBeGreaterThan(0)
    expect(['id: 7', 'title: ', 'branch: main', 'note: '].map(underOf)).toEqual([
      undefined,
      undefined,
      failure,
      failure,
    ])
  })

  it('shows the entries of a long list of members each by itself', () => {
    const prices = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`room${at}`, 40 + at]))
    expect(shown(JSON.stringify(prices)).slice(0, 2)).toEqual(['useful room0: 40', 'useful room1: 41'])
  })

  it('puts failures first, then what differs, the first and the last', () => {
    const rows = shown(JSON.stringify(runs(20)))
    expect(rows.filter(row => row.startsWith('key')).slice(1)).toEqual([
      'key 107|step 217|11|2026-03-08|status=failed',
    ])
    expect(rows.filter(row => row.startsWith('useful')).slice(1)).toEqual([
      'useful 100|step 0|10|2026-03-01',
      'useful 111|step 341|9000|2026-03-12',
      'useful 113|step 403|11|2026-03-14|kind=nightly',
      'useful 119|step 589|11|2026-03-20',
    ])
  })

  it('finds rows behind a key, and in output that was cut', () => {
    expect(shown(JSON.stringify({ total: 20, results: runs(20) }))).toContain('useful total: 20')
    expect(
      shown(JSON.stringify({ total: 20, results: runs(20) })).some(piece =>
        piece.startsWith('key results: 20 rows ('),
      ),
    ).toBe(true)
    const cut = JSON.stringify(runs(20), null, 2).slice(0, 1500)
    expect(shown(cut)[0]).toMatch(/^key 11 rows \(/)
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

  it('quotes the lines of a patch in a string, which are no edit', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `+\treturn total(${at})`)
    const hunk = ['@@ -3,6 +3,26 @@ func sum() int {', ...lines].join('\n')
    const pieces = shown(JSON.stringify({ id: 1, hunk }))
    expect(pieces).toContain('plain > +\treturn total(19)')
    expect(pieces.some(piece => piece.startsWith('plain +'))).toBe(false)
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
      'useful name: api',
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
      `useful html_url: ${html_url}`,
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
      `{${'"url":"a",'.repeat(deep)}"url":"a"}`,
    ]
    for (const text of [...hostile, ...more]) {
      json.fits(new SourcedText(text, shell))
      expect(json.pieces(text, shell).reduce((sum, { lines }) => sum + lines, 0)).toBe(
        text.split('\n').length,
      )
    }
  })
})
