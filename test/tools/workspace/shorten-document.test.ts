import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoCounter } from '../../../src/tokens/memo-counter.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import { defaultDocumentTechniques } from '../../../src/tools/documents/compress-document.ts'
import {
  decodeDocument,
  documentTechniques,
  importedFiles,
  isEncodedDocument,
  shortenDocument,
} from '../../../src/tools/workspace/shorten-document.ts'
import { splitHead } from '../../../src/tools/workspace/split-head.ts'
import { hostNotes } from './folders.ts'

const counter = memoCounter(exactCounter())
const lossless = { techniques: ['dictionary', 'runs'], counter } as const
const all = { techniques: defaultDocumentTechniques, counter } as const

const everything = { techniques: documentTechniques, counter, level: 'ultra' } as const

describe('a shortened document', () => {
  it('comes back from what is written where no words were left out', () => {
    const text = hostNotes()
    const shortened = shortenDocument(text, lossless)
    expect(shortened.isLossless).toBe(true)
    expect(shortened.tokens.after).toBeLessThan(shortened.tokens.before * 0.6)
    expect(counter.count(shortened.text)).toBe(shortened.tokens.after)
    expect(decodeDocument(shortened.text)).toBe(text)
  })

  it('keeps its byte order mark and front matter where programs look for them', () => {
    const head = '\uFEFF---\r\nglobs: "*.ts"\r\nalwaysApply: true\r\n---\r\n'
    const text = head + hostNotes().replaceAll('\n', '\r\n')
    const shortened = shortenDocument(text, lossless)
    expect(shortened.why).toBeUndefined()
    expect(shortened.text.startsWith(`${head}Fovea text 1 `)).toBe(true)
    expect(decodeDocument(shortened.text)).toBe(text)
  })

  it('never hides a file that its reader loads', () => {
    const text = `${Array.from({ length: 40 }, () => 'Read @docs/long/path/of/the/style-guide.md before the review.').join('\n\n')}\n`
    const shortened = shortenDocument(text, lossless)
    expect(shortened.text).toContain('@docs/long/path/of/the/style-guide.md')
  })

  it('says what was done in which order, and that rules lose what they leave out', () => {
    const text = `${hostNotes()}\n\n\n\n## Empty\n\n## Again\n\n- one thing that is said twice\n- one thing that is said twice\n`
    const shortened = shortenDocument(text, all)
    expect(shortened.steps.map(({ step }) => step)).toEqual(['rules', 'dictionary', 'runs'])
    expect(shortened.isLossless).toBe(false)
    expect(shortened.steps.at(-1)?.after).toBe(shortened.tokens.after)
  })

  it('is not shortened again', () => {
    const once = shortenDocument(hostNotes(), all).text
    expect(shortenDocument(once, all)).toMatchObject({ text: once, steps: [] })
    expect(shortenDocument(`${once}an edit\n`, all)).toMatchObject({ text: `${once}an edit\n`, steps: [] })
  })

  it('never grows, and is exact for any text', () => {
    const line = fc.constantFrom(
      '---',
      '# A',
      '- 10.0.1.1',
      '- 10.0.1.2',
      '§ $WS',
      '',
      'the same long line again',
      '```',
    )
    const text = fc
      .tuple(fc.constantFrom('', '\uFEFF'), fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'))
      .map(([mark, lines, lineBreak]) => mark + lines.join(lineBreak))
    fc.assert(
      fc.property(text, document => {
        for (const settings of [lossless, all, everything]) {
          const shortened = shortenDocument(document, settings)
          expect(shortened.tokens.after).toBeLessThanOrEqual(shortened.tokens.before)
          if (shortened.isLossless && isEncodedDocument(shortened.text))
            expect(decodeDocument(shortened.text)).toBe(document)
          else if (shortened.isLossless) expect(shortened.text).toBe(document)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the head of a document', () => {
  it.each([
    ['', '', ''],
    ['# A\n', '', '# A\n'],
    ['---\na: 1\n---\nb', '---\na: 1\n---\n', 'b'],
    ['---\na: 1\n---', '---\na: 1\n---', ''],
    ['---\nnever closed\n', '', '---\nnever closed\n'],
    ['\uFEFFa', '\uFEFF', 'a'],
  ])('%j', (text, head, body) => {
    expect(splitHead(text)).toEqual({ head, body })
  })
})

describe('files that a reader loads', () => {
  it('are distinguished from addresses, packages and code', () => {
    const text = [
      '@README',
      'See @docs/style.md, @./a/b and (@~/.claude/me.md).',
      'Mail me@example.org about @scope/package and @someone.',
      '```',
      '@inside/a-fence.md',
      '```',
    ].join('\n')
    expect(importedFiles(text)).toEqual(['@README', '@docs/style.md', '@./a/b', '@~/.claude/me.md'])
  })
})

describe('the documents of the guide', () => {
  const fixture = (path: string): string =>
    readFileSync(join(import.meta.dirname, '../../fixtures/workspace', path), 'utf8')

  it('save what the guide says', () => {
    const hosts = shortenDocument(fixture('memory/hosts.md'), {
      techniques: defaultDocumentTechniques,
      counter,
    })
    expect(hosts.tokens).toEqual({ before: 418, after: 257 })
    expect(hosts.text).toContain('- ☆01¶11, user §')
  })

  it('keep every rule, command and decision', () => {
    const text = fixture('AGENTS.md')
    const { text: shorter, steps } = shortenDocument(text, { techniques: defaultDocumentTechniques, counter })
    expect(steps.map(({ step }) => step)).toEqual(['rules', 'dictionary'])
    const said = decodeDocument(shorter)
    for (const line of text.split('\n').filter(line => line.startsWith('- ') || line.startsWith('We ')))
      expect(said).toContain(line)
    expect(said).not.toContain('## Notes')
  })
})
