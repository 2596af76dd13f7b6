import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../../src/errors.ts'
import {
  factVerbs,
  type Observation,
  observationTypes,
  type SessionObservations,
} from '../../../src/tools/observe/observation.ts'
import { parseMarkdown } from '../../../src/tools/observe/written/parse-markdown.ts'
import { parseXml } from '../../../src/tools/observe/written/parse-xml.ts'
import { renderMarkdown } from '../../../src/tools/observe/written/render-markdown.ts'
import { renderXml } from '../../../src/tools/observe/written/render-xml.ts'
import { anyCharacter } from '../../any-character.ts'

/** Texts that look like the documents themselves, and characters that no document can hold. */
const hostile = fc.constantFrom(
  ']]>',
  '<![CDATA[',
  '</facts>',
  '<observation>',
  '&amp;',
  '&#13;',
  '- [user said #1] x',
  '[noted]',
  '[x',
  '## 2. [config] title',
  '# Session Observations',
  '**Facts:**',
  '**Result:** ',
  '\n',
  '\n\n  ',
  '\r\n',
  '\u0000',
  '\u001b[31m',
  '\ud800',
  '\udc00',
  '\u2028',
  '\ufffe',
  '\u241b{a}',
  '`',
  '"',
  '\\',
  ', ',
  ': ',
  ' at `',
  ' to ',
  ' → ok',
  'C:\\dir',
  '…',
  '\t',
  ' ',
  '日本語',
  '🎉',
)
const text = fc
  .array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 6 }), hostile), { maxLength: 5 })
  .map(parts => parts.join(''))
const count = fc.nat(100_000)

const fact = fc.record(
  {
    verb: fc.constantFrom(...factVerbs),
    text,
    by: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool'),
    message: count,
    about: text,
    state: fc.constantFrom('open', 'resolved'),
    isCut: fc.constant(true as const),
  },
  { requiredKeys: ['verb', 'text'] },
)
const file = fc.record(
  {
    operation: fc.constantFrom('created', 'read', 'modified', 'deleted'),
    path: text,
    isDoubtful: fc.constant(true as const),
    names: fc.array(text, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['operation', 'path'] },
)
const ended = { command: text, times: fc.integer({ min: 2, max: 99 }), printed: text }
const command = fc.oneof(
  fc.record(
    { ...ended, outcome: fc.constantFrom('ok', 'unknown', 'failed') },
    { requiredKeys: ['command', 'outcome'] },
  ),
  fc.record(
    { ...ended, outcome: fc.constant('failed'), exitCode: fc.integer({ min: -9, max: 255 }) },
    { requiredKeys: ['command', 'outcome', 'exitCode'] },
  ),
)
const observation = fc.record(
  {
    type: fc.constantFrom(...observationTypes),
    title: text,
    facts: fc.array(fact, { maxLength: 3 }),
    files: fc.array(file, { maxLength: 4 }),
    commands: fc.array(command, { maxLength: 3 }),
    narrative: text,
    result: text,
    messages: fc.tuple(count, count),
    times: fc.tuple(text, text),
    handle: fc.constant('db_0123456789ab'),
  },
  { requiredKeys: ['type', 'title', 'facts', 'files', 'commands'] },
) as fc.Arbitrary<Observation>
const leftOut = fc.record({ narratives: count, facts: count, files: count, commands: count })
const sessionRecord = fc.record(
  { session: text, agent: text, root: text, leftOut, observations: fc.array(observation, { maxLength: 3 }) },
  { requiredKeys: ['observations'] },
) as fc.Arbitrary<SessionObservations>
const sessions = fc.array(sessionRecord, { minLength: 1, maxLength: 3 })

describe('numbers of messages', () => {
  it('count from 1 in documents, as in views and ledgers', () => {
    const observation: Observation = {
      type: 'data',
      title: 'Orders',
      facts: [{ verb: 'said', by: 'user', message: 0, text: 'Count them.' }],
      files: [],
      commands: [],
      messages: [0, 4],
    }
    const sessions = [{ observations: [observation] }]
    for (const [render, parse] of [
      [renderMarkdown, parseMarkdown],
      [renderXml, parseXml],
    ] as const) {
      const document = render(sessions)
      expect(document).toContain('[user said #1] Count them.')
      expect(document).toContain('1-5')
      expect(parse(document)).toEqual(sessions)
    }
  })
})

describe('observations that are written and read back', () => {
  it('are the same, from markdown', () => {
    fc.assert(
      fc.property(sessions, given => {
        expect(parseMarkdown(renderMarkdown(given))).toEqual(given)
      }),
      { numRuns: 200 },
    )
  })

  it('are the same, from XML', () => {
    fc.assert(
      fc.property(sessions, given => {
        expect(parseXml(renderXml(given))).toEqual(given)
      }),
      { numRuns: 200 },
    )
  })

  it('hold nothing that XML forbids', () => {
    fc.assert(
      fc.property(sessions, given => {
        const xml = renderXml(given)
        expect(xml.isWellFormed()).toBe(true)
        expect(xml).not.toMatch(/(?![\t\n])\p{Cc}|\]\]>|&(?!amp;|lt;|gt;)/u)
        const names = xml.match(/<\/?[a-z-]+>/g) ?? []
        expect(xml.replaceAll(/<\/?[a-z-]+>/g, '')).not.toMatch(/[<>]/)
        expect(names.length % 2).toBe(0)
      }),
      { numRuns: 100 },
    )
  })
})

const network: Observation = {
  type: 'config',
  title: 'Network configured for multi-node setup',
  facts: [{ verb: 'noted', text: 'Gateway: 10.0.1.1, Remote node: 10.0.1.2, Worker: 10.0.1.3' }],
  files: [],
  commands: [],
  narrative: 'Set up mesh network connecting 3 nodes',
}

describe('the forms', () => {
  it('are those that are known, in XML', () => {
    const xml = `<observations>
 <observation>
 <type>config</type>
 <title>Network configured for multi-node setup</title>
 <facts>
 - Gateway: 10.0.1.1, Remote node: 10.0.1.2, Worker: 10.0.1.3
 </facts>
 <narrative>Set up mesh network connecting 3 nodes</narrative>
 </observation>
</observations>
`
    expect(renderXml([{ observations: [network] }])).toBe(xml)
    expect(parseXml(xml)).toEqual([{ observations: [network] }])
    const inOneLine =
      '<observations><observation><type>config</type><title>A</title><facts>\n- Gateway: 10.0.1.1</facts><narrative>B</narrative></observation></observations>'
    expect(parseXml(inOneLine)[0]?.observations[0]?.facts).toEqual([
      { verb: 'noted', text: 'Gateway: 10.0.1.1' },
    ])
  })

  it('are those that are known, in markdown', () => {
    const markdown = `# Session Observations

## 1. [config] Multi-Node Network Setup
**Facts:**
- Gateway: 10.0.1.1
- Remote node: 10.0.1.2
- All peers connected

**Result:** 3-node mesh network operational
`
    const [session] = parseMarkdown(markdown)
    expect(session?.observations[0]).toMatchObject({
      type: 'config',
      title: 'Multi-Node Network Setup',
      result: '3-node mesh network operational',
    })
    expect(renderMarkdown([session as SessionObservations])).toBe(markdown)
  })

  it('say whose words a fact is, and read as a list of what was done', () => {
    const markdown = renderMarkdown([
      {
        observations: [
          {
            ...network,
            facts: [
              { verb: 'said', by: 'user', message: 0, text: 'Fix it.\nSoon.' },
              {
                verb: 'failed',
                by: 'tool',
                message: 7,
                about: 'npm test',
                text: 'TypeError: x',
                state: 'resolved',
              },
            ],
            files: [
              { operation: 'modified', path: 'src/a.ts', names: ['parse'] },
              { operation: 'read', path: 'src/b.ts' },
              { operation: 'read', path: 'my notes.md' },
            ],
            commands: [
              { command: 'npm test', outcome: 'failed', exitCode: 1, times: 3, printed: '2 failed' },
            ],
          },
        ],
      },
    ])
    expect(markdown.split('\n').filter(line => /^(?:- | {2})/.test(line))).toEqual([
      '- [user said #1] Fix it.',
      '  Soon.',
      '- [tool failed #8 at `npm test`, resolved] TypeError: x',
      '- Modified src/a.ts: parse',
      '- Read src/b.ts, `my notes.md`',
      '- `npm test` → exit 1, 3 times: 2 failed',
    ])
  })

  it('take what a model puts around and into them', () => {
    const answer =
      'Here it is:\n```xml\n<observations>\n  <observation>\n    <type>data</type>\n    <title>A &amp; B</title>\n    <facts>\n    - if <![CDATA[a < b && c > d]]>\n      and more\n    - &quot;x&quot; &#x41;\n    </facts>\n  </observation>\n</observations>\n```'
    expect(parseXml(answer)[0]?.observations[0]).toEqual({
      type: 'data',
      title: 'A & B',
      facts: [
        { verb: 'noted', text: 'if a < b && c > d\nand more' },
        { verb: 'noted', text: '"x" A' },
      ],
      files: [],
      commands: [],
    })
  })

  it.each([
    ['', /<observations>/],
    ['<observations>', /not closed/],
    ['<observations><observation><type>poem</type></observation></observations>', /"poem" is no type/],
    [
      '<observations><observation><type>data</type><facts>no item</facts></observation></observations>',
      /no item of <facts>/,
    ],
    [
      '<observations><observation><type>data</type><files>\n- who knows</files></observation></observations>',
      /files/,
    ],
    ['<observations><left-out>much</left-out></observations>', /left-out/],
  ])('are an error that says where, in XML: %s', (xml, why) => {
    expect(() => parseXml(xml)).toThrow(FoveaError)
    expect(() => parseXml(xml)).toThrow(why)
  })

  it.each([
    ['', /line 1/],
    ['hello', /line 1.*"hello"/],
    ['# Session Observations\n\n## 1. [poem] x', /line 3.*"poem"/],
    ['# Session Observations\n\n## 1. [data] x\nwhat?', /line 4/],
    ['# Session Observations\n\n## 1. [data] x\n**Commands:**\n- nothing', /line 3.*commands/],
    ['# Session Observations\n\n## 1. [data] x\nMessages: all', /messages/],
    ['# Session Observations\n\n## 1. [data] x\nTimes: now', /times/],
  ])('are an error that says where, in markdown: %j', (markdown, why) => {
    expect(() => parseMarkdown(markdown)).toThrow(FoveaError)
    expect(() => parseMarkdown(markdown)).toThrow(why)
  })
})
