import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../../../src/tokens/tokens.ts'
import { encodeText } from '../../../../src/tools/documents/encode-text.ts'
import { applyRules } from '../../../../src/tools/documents/rules/apply-rules.ts'
import type { RuleName } from '../../../../src/tools/documents/rules/rule.ts'
import { wordsOf } from '../../../../src/tools/documents/rules/same-subject.ts'
import { anyCharacter } from '../../../any-character.ts'
import { markdownText } from './markdown-texts.ts'

const everyRule: readonly RuleName[] = [
  'duplicate-lines',
  'similar-sections',
  'white-space',
  'empty-sections',
  'decoration',
  'full-width-punctuation',
  'emphasis',
]
const textOf = (markdown: string, ...rules: readonly RuleName[]): string =>
  applyRules(markdown, rules.length === 0 ? {} : { rules }).text

describe('what the rules take away', () => {
  it('is an item that its list has already', () => {
    const result = applyRules('## Rules\n- Use tabs\n- No semicolons here\n- Use tabs\n')
    expect(result.text).toBe('## Rules\n- Use tabs\n- No semicolons here\n')
    expect(result.changes).toEqual([
      { rule: 'duplicate-lines', line: 4, before: '- Use tabs', after: '', reason: 'line 2 says the same' },
    ])
    expect(result.tokens.after).toBe(exactCounter().count(result.text))
    expect(result.loss).toBe('lossy')
  })

  it('is a sentence on a line of its own, or a paragraph, that its section has already', () => {
    expect(textOf('Use tabs.\nUse spaces in YAML.\nUse tabs.')).toBe('Use tabs.\nUse spaces in YAML.')
    const long = 'The gateway has to be restarted after each change of its table.'
    expect(textOf(`## A\n${long}\n\n- item\n\n${long}\n\n## B\n${long}\n`)).toBe(
      `## A\n${long}\n\n- item\n\n## B\n${long}\n`,
    )
  })

  it('is a section of the same name that says nearly the same, but for the lines that differ', () => {
    const before = `## Remote Machines

### Production Server
- IP: 10.0.2.1, Internal: 10.0.1.2, User: deploy

### Production Server
- Internal IP: 10.0.2.1, IP: 10.0.1.2, SSH user: deploy
- SSH: \`ssh -i ~/.ssh/server_key.pem deploy@10.0.2.1\`

## Notes
`
    expect(textOf(before)).toBe(`## Remote Machines

### Production Server
- IP: 10.0.2.1, Internal: 10.0.1.2, User: deploy
- Internal IP: 10.0.2.1, IP: 10.0.1.2, SSH user: deploy
- SSH: \`ssh -i ~/.ssh/server_key.pem deploy@10.0.2.1\`
`)
  })

  it('is every further copy of a section, however many there are', () => {
    const section = '## Deploy\n- run the build first\n- then push the tag\n\n'
    expect(textOf(section.repeat(3000))).toBe(`${section.trimEnd()}\n`)
  })

  it('is an empty section whose title says nothing, or that is elsewhere with content', () => {
    expect(textOf('# T\n\n## Notes\n\n## Use\nit\n\n## Use\n')).toBe('# T\n\n## Use\nit\n')
  })

  it.each(['Empty', 'Remote Machines', 'Deployment of the Gateway', 'Open questions'])(
    'is the empty section %s',
    title => {
      expect(textOf(`# T\n\n## ${title}\n\n## Rules\n- Use tabs\n`)).toBe('# T\n\n## Rules\n- Use tabs\n')
    },
  )

  it('is decoration of headings and labels, closing hashes, rules beside headings', () => {
    expect(textOf('## **Setup** ##\n\n---\n\n- **Port**: 80\n- **Host:** a\n\nthis is **important**')).toBe(
      '## Setup\n\n- Port: 80\n- Host: a\n\nthis is **important**',
    )
  })

  it('is every emphasis on request', () => {
    expect(textOf('this is **important** and _so is_ this', 'emphasis')).toBe(
      'this is important and so is this',
    )
  })

  it('is white space that nobody sees, with the line breaks of the text', () => {
    expect(textOf('a  \r\nb \t \r\n\r\n \t \r\n\t\r\n\r\nc\r\n')).toBe('a  \r\nb\r\n\r\nc\r\n')
  })
})

describe('what the rules never take away', () => {
  it.each([
    [
      'a section that says the same under another name',
      '## Prod\n- port: 80\n- user: deploy\n\n## Staging\n- port: 80\n- user: deploy',
    ],
    [
      'servers that differ in a digit',
      '- server-01 at 10.0.1.1 port 8080\n- server-02 at 10.0.1.2 port 8080\n- server-03 at 10.0.1.3 port 8080',
    ],
    [
      'sections of servers that differ in a digit',
      '## Server\n- at 10.0.1.1\n- port 8080\n- user deploy\n\n## Server\n- at 10.0.1.2\n- port 8080\n- user deploy',
    ],
    [
      'sections of servers that differ in a name',
      '## Server\n- name: a\n- port: 80\n- user: deploy\n\n## Server\n- name: b\n- port: 80\n- user: deploy',
    ],
    ['records in one list', '- host: alpha\n- port: 80 tcp\n- host: beta\n- port: 80 tcp'],
    ['open and closed tasks', '- [ ] write tests for parser\n- [x] write tests for parser'],
    ['steps', '1. restart the server\n2. run it\n3. restart the server'],
    ['steps without numbers', '- stop\n- restart\n- run\n- restart'],
    ['fences', '```js\nfunction a() {\n  return 1;\n}\n```\n\n```js\nfunction b() {\n  return 1;\n}\n```'],
    ['YAML', '```yaml\na:\n  port: 80\nb:\n  port: 80\n\n\n# setup  \n```'],
    ['tables', '| host | a\\|b |\n|------|------|\n| x | 1 |\n| x | 1 |'],
    ['tables of five columns', '| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |'],
    ['signs', '✅ done\n\n🔴 failed\n\n❌ not done'],
    ['indentation and code', '- a\n    - b\n        - c\n\ntext\n\n    code\n\n\n    more'],
    ['front matter', '---\ntitle: x  \n\n\nkey:   value\nkey:   value\n---\ntext'],
    ['HTML', '<div>\n  <b>**x**</b>  \n</div>\n\n<!--\n\n\nhidden  -->'],
    ['quotes', '> said **this**\n> said **this**\n> said **this**'],
    ['hard breaks', 'one  \ntwo\\\nthree'],
    ['headings that say something', '# T\n\n## Use tabs\n\n## No semicolons\n'],
    ['headings that demand something', '# T\n\n## Never Force-Push\n\n## Use Tabs\n\n## Tests Required\n'],
    ['headings with numbers, code or paths', '# T\n\n## Port 80\n\n## `npm ci`\n\n## docs/api\n'],
    ['headings that something links to', 'see [there](#notes)\n\n## Notes\n'],
    ['an empty section with one inside it', '## Notes\n\n### Today\nrain\n'],
    ['full-width punctuation between numbers', 'IP：192.168.1.1，端口：8080'],
    ['what would become an item', '**- a**: b\n\n**1. c**: d'],
    ['labels that introduce different things', 'Prod:\n\n- port: 80\n\nStaging:\n\n- port: 80'],
  ])('%s', (_, text) => {
    expect(textOf(text)).toBe(text)
  })

  it('anything of an encoded text', () => {
    const encoded = encodeText('the very same line of the log\n'.repeat(50))
    expect(encoded.encoded).toBe(true)
    expect(textOf(encoded.text)).toBe(encoded.text)
  })
})

describe('full-width punctuation', () => {
  it('stays where the narrow form costs as much', () => {
    const counter = exactCounter()
    const text = '部署之前，请先运行测试；然后检查端口：8080。'
    const narrow = textOf(text, 'full-width-punctuation')
    if (narrow !== text) expect(counter.count(narrow)).toBeLessThan(counter.count(text))
    expect(wordsOf(narrow)).toEqual(wordsOf(text))
  })

  it('becomes narrow where a counter says that this is cheaper', () => {
    const counter = { name: 'bytes', exact: true, count: (text: string) => Buffer.byteLength(text) }
    const { text } = applyRules('端口：8080，用户：x。\n\n`，` [，](，) 10，000 见。md', { counter })
    expect(text).toBe('端口:8080,用户:x.\n\n`，` [，](，) 10，000 见。md')
  })
})

/** Words that were in the text and are not any more, other than in headings that were empty. */
function lostWords(
  text: string,
  result: {
    readonly text: string
    readonly changes: readonly { readonly rule: RuleName; readonly before: string }[]
  },
): readonly string[] {
  const left = new Set([
    ...wordsOf(result.text),
    ...result.changes
      .filter(({ rule }) => rule === 'empty-sections')
      .flatMap(({ before }) => wordsOf(before)),
  ])
  return wordsOf(text).filter(word => !left.has(word))
}

describe('the laws', () => {
  const counter = exactCounter()

  it.each([
    ['default', undefined],
    ['every rule', everyRule],
  ] as const)('hold for any Markdown: %s', (_, rules) => {
    fc.assert(
      fc.property(markdownText, text => {
        const options = rules === undefined ? {} : { rules }
        const result = applyRules(text, options)
        expect(result.tokens).toMatchObject({
          before: counter.count(text),
          after: counter.count(result.text),
        })
        expect(result.tokens.after).toBeLessThanOrEqual(result.tokens.before)
        expect(lostWords(text, result)).toEqual([])
        expect(applyRules(result.text, options)).toMatchObject({ text: result.text, changes: [] })
        expect(result.changes.length > 0).toBe(result.text !== text)
      }),
      { numRuns: 150 },
    )
  })

  it('hold for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), text => {
        const result = applyRules(text)
        expect(applyRules(result.text).text).toBe(result.text)
        expect(result.tokens.after).toBeLessThanOrEqual(result.tokens.before)
      }),
    )
  })

  it('keep every line of code', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a = 1', '  return 1;', '}', '', 'a = 1'), { maxLength: 8 }),
        code => {
          const fence = ['```', ...code, '```'].join('\n')
          const text = `## A\n\n\n${fence}\n\n\n## A\n${fence}\nx\n`
          expect(textOf(text)).toContain(fence)
        },
      ),
    )
  })
})

describe('hostile texts', () => {
  it.each([
    ['bullets', Array.from({ length: 4000 }, (_, at) => `- item ${at % 400} of a list\n`).join('')],
    ['unclosed emphasis', '**a'.repeat(40_000)],
    ['unclosed links', '[a](b '.repeat(20_000)],
    ['emphasis over lines', '**a\n'.repeat(20_000)],
    ['quotes in quotes', '>'.repeat(20_000)],
    ['items in items', `${'- '.repeat(5000)}a`],
    ['a deep list', Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
    ['headings', '## Notes\n'.repeat(8000)],
    [
      'sections that differ',
      Array.from({ length: 3000 }, (_, at) => `## Log\n- entry number ${at} says ok\n`).join(''),
    ],
    ['blank lines', '\n'.repeat(80_000)],
    ['spaces', `a${' '.repeat(80_000)}b`],
  ])('do not take for ever: %s', (_, text) => {
    const result = applyRules(text)
    expect(result.tokens.after).toBeLessThanOrEqual(result.tokens.before)
  })
})

const corpus = join(import.meta.dirname, '../../../../../shared/corpus/memory-files')

describe.skipIf(!existsSync(corpus))('real documents (skipped where the corpus is absent)', () => {
  it('keep every word, and the rules find nothing more in what they made', () => {
    const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .map(path => join(corpus, path))
      .filter(path => statSync(path).isFile())
      .sort()
    for (const path of paths.filter((_, at) => at % 3 === 0)) {
      const text = readFileSync(path, 'utf8')
      const result = applyRules(text, { rules: everyRule })
      expect(lostWords(text, result), path).toEqual([])
      expect(applyRules(result.text, { rules: everyRule }).text === result.text, path).toBe(true)
    }
  })
})
