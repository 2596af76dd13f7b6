import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hardReasons } from '../../src/measure/hard-reasons.ts'
import { segments } from '../../src/scan/segments.ts'
import { anyCharacter } from '../any-character.ts'
import { expectLinear } from '../measure/expect-linear.ts'
import { samples } from './hard-blocks.ts'
import { hostileInputs } from './hostile-inputs.ts'
import { passingMentions, prose } from './prose.ts'

const kinds = (text: string): readonly string[] => segments(text).map(({ kind }) => kind)

describe('a hard block', () => {
  it.each(samples)('alone: $name', ({ text, kind, protects }) => {
    expect(segments(text)).toEqual([{ start: 0, end: text.length, kind, protects }])
  })

  it.each(samples)('between paragraphs: $name', ({ text, kind, protects }) => {
    const before = `${prose(300)}\n\n`
    const whole = `${before}${text}\n${prose(200)}\n`
    expect(segments(whole)).toEqual([
      { start: 0, end: before.length, kind: 'prose', spans: [] },
      { start: before.length, end: before.length + text.length + 1, kind, protects },
      { start: before.length + text.length + 1, end: whole.length, kind: 'prose', spans: [] },
    ])
  })

  it.each(samples)('with CRLF: $name', ({ text, kind }) => {
    expect(kinds(text.replaceAll('\n', '\r\n'))).toEqual([kind])
  })
})

describe('a passing mention freezes nothing', () => {
  it.each(passingMentions)('%j', mention => {
    const long = prose(7500)
    for (const text of [
      long + mention,
      mention + long,
      `${long}${mention}${long}`,
      `${long}\n${mention}\n\n${long}`,
    ])
      expect(new Set(kinds(text))).toEqual(new Set(['prose']))
  })
})

describe('data in a line', () => {
  const items = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, state: 'open' })))

  it('is apart from the words around it where it is large', () => {
    const text = `The server answered: ${items} and closed.`
    expect(kinds(text)).toEqual(['prose', 'json', 'prose'])
    const [, json] = segments(text)
    expect(JSON.parse(text.slice(json?.start, json?.end).trim())).toHaveLength(40)
  })

  it('is what is whole of it where it was cut off', () => {
    const cut = items.slice(0, 700)
    const [segment] = segments(cut)
    expect(segment?.kind === 'prose' && segment.spans.every(({ kind }) => kind === 'json')).toBe(true)
    expect(hardReasons(cut)).toEqual(['json_structure'])
  })
})

describe('what others make shorter is no hard block', () => {
  it.each([
    [
      'hits of a search',
      'src/a.ts:12: const a = {\nsrc/a.ts:19: a(b, c);\nsrc/b.ts:3:   if (x) {\nsrc/b.ts:4: }\nsrc/c.ts:1: x({\n',
    ],
    [
      'a log',
      '2026-03-01T10:00:00Z INFO started (id=1);\n2026-03-01T10:00:01Z INFO ready {a: 1}\n2026-03-01T10:00:02Z ERROR [x] (y);\n2026-03-01T10:00:03Z INFO done();\n',
    ],
    [
      'a list',
      'Changes:\n- the first thing (see above);\n- the second thing, with more;\n- a third (optional) thing;\n- the last one.\n',
    ],
    [
      'headings and links',
      '# Orders (2026)\n## [Closed](https://example.org/a)\n## [Open](https://example.org/b)\n### Notes (more)\n',
    ],
    ['lines of a letter', 'Subject: orders\nFrom: Ada\nTo: Bob\nDate: today\nCc: Eve\n'],
    [
      'the message of a commit',
      'commit 1a2b3c4\n\n    Close orders at night\n\n    They stayed open for a day and\n    nobody could say why that was.\n',
    ],
    ['a list of titles', 'The First Chapter\nA Second Chapter\nThe Third Chapter\nOne Last Chapter\n'],
    [
      'sentences, one a line',
      'The order was closed.\nThe customer was told.\nThe invoice was sent.\nNobody complained about it.\n',
    ],
    ['a quote of two lines', 'They wrote:\n\n    we close at nine\n    and open at ten\n'],
    ['a list of issues', '#12 fix(orders): close them\n#13 Send the invoice\n#14 docs(readme): say why\n'],
    [
      'a list of keys and what they say',
      '- status: all of them were looked at\n- owner: nobody knows\n- region: both\n- cache: it was cold\n- queue: empty\n',
    ],
    ['two settings', 'timeout: 30\nretries: 3\n'],
    ['output of tests', ' ✓ closes an order (3 ms)\n ✓ opens an order (1 ms)\n ✗ sends an invoice (12 ms)\n'],
    ['a tree', 'src\n├── orders\n│   ├── close.ts\n│   └── open.ts\n└── main.ts\n'],
  ])('%s', (_, text) => {
    expect(new Set(kinds(text))).toEqual(new Set(['prose']))
  })
})

/** Texts of everything that blocks, fences and paragraphs are made of, in any order. */
const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...samples.map(({ text }) => text)),
      fc.constantFrom(...passingMentions),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\n\n',
        ' ',
        '    ',
        '\t',
        '`',
        '```',
        '$',
        '{"',
        '}',
        '[',
        '|',
        '价格。',
        '😀',
        '\uD83D',
        '\uDE00',
      ),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    ),
    { maxLength: 30 },
  )
  .map(pieces => pieces.join(''))

describe('the segments of any text', () => {
  it('cover it exactly, in order, and cut no character', () => {
    fc.assert(
      fc.property(anyText, text => {
        let reached = 0
        for (const { start, end } of segments(text)) {
          expect(start).toBe(reached)
          expect(end).toBeGreaterThan(start)
          const isInsidePair =
            /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end))
          expect(isInsidePair).toBe(false)
          reached = end
        }
        expect(reached).toBe(text.length)
      }),
      { numRuns: 500 },
    )
  })

  it('hold spans in order that lie inside their paragraph', () => {
    fc.assert(
      fc.property(anyText, text => {
        for (const segment of segments(text)) {
          if (segment.kind !== 'prose') continue
          let reached = segment.start
          for (const { start, end } of segment.spans) {
            expect(start).toBeGreaterThanOrEqual(reached)
            expect(end).toBeGreaterThan(start)
            reached = end
          }
          expect(reached).toBeLessThanOrEqual(segment.end)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('are the same each time', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(segments(`${text}`)).toEqual(segments(text))
      }),
      { numRuns: 100 },
    )
  })
})

describe('hostile input costs no more than its length', () => {
  const begins = '```\n$$ \\( {"a": ["\n\n'
  it.each(hostileInputs)('$name', ({ repeat }) => {
    // An eighth of the usual length is long enough: what is quadratic takes seconds even so.
    const repeated = (length: number): string => repeat.repeat(Math.ceil(length / repeat.length / 8))
    expectLinear(repeated, text => hardReasons(text))
    // Without its first mark the fence is none, and everything else in the line still opens.
    expectLinear(
      length => begins.slice(1) + repeated(length),
      text => hardReasons(text),
    )
  })
})
