import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentSource } from '../../../src/reduce/content/content.ts'
import { contentReader } from '../../../src/reduce/content/index.ts'
import { markdown } from '../../../src/reduce/content/markdown.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { endlessTimeout, obeysTextLaws, readEndless, shown, textOf } from './text-laws.ts'

const source: ContentSource = { role: 'tool', kind: 'markdown' }

const page = `---
title: Shop
---

# Shop

A shop for small things.

## Install

- run \`npm install\`
  and wait
  - on Windows as administrator
- [ ] write docs

| name | price |
| --- | --- |
| pen | 2 |

Usage
-----

\`\`\`sh
shop --help
\`\`\`
`

const headOf = (text: string, part: string): string | undefined => {
  const pieces = markdown.pieces(text, source)
  const under = pieces.find(piece => piece.text.includes(part))?.under
  return under === undefined ? undefined : pieces[under]?.text
}

describe('markdown', () => {
  it('fits what was measured as Markdown', () => {
    expect(markdown.fits(new SourcedText(page, source))).toBe(true)
    expect(markdown.fits(new SourcedText(page, { ...source, kind: 'code' }))).toBe(false)
  })

  it('reads headings, paragraphs, items, tables and fences', () => {
    expect(shown(obeysTextLaws(markdown, page, source))).toEqual([
      'useful ---\ntitle: Shop\n---',
      'useful # Shop',
      'plain A shop for small things.',
      'useful ## Install',
      'plain - run `npm install`\n  and wait',
      'plain   - on Windows as administrator',
      'useful - [ ] write docs',
      'useful | name | price |\n| --- | --- |',
      'plain | pen | 2 |',
      'useful Usage\n-----',
      'plain ```sh\nshop --help\n```',
    ])
  })

  it('puts everything under its heading, and items under the item above', () => {
    expect(headOf(page, 'small things')).toBe('# Shop')
    expect(headOf(page, '## Install')).toBe('# Shop')
    expect(headOf(page, '- run')).toBe('## Install')
    expect(headOf(page, 'administrator')).toContain('npm install')
    expect(headOf(page, '| pen')).toContain('| name')
    expect(headOf(page, 'shop --help')).toBe('Usage\n-----')
  })

  it('splits long lines into sentences', () => {
    const sentence = 'Every order is checked against the stock before it is sent to the warehouse. '
    const long = `${sentence.repeat(3)}You must never send it twice.`
    const pieces = obeysTextLaws(markdown, long, { ...source, role: 'user' })
    expect(pieces.map(({ lines }) => lines)).toEqual([1, 0, 0, 0])
    expect(pieces.at(-1)?.value).toBe('key')
    expect(pieces[0]?.value).toBe('plain')
  })

  it('reads long fences as code', () => {
    const body = Array.from({ length: 8 }, (_, at) => `export function f${at}() {\n  return ${at}\n}\n`).join(
      '\n',
    )
    const pieces = obeysTextLaws(markdown, `# API\n\`\`\`ts\n${body}\`\`\`\nThe end.`, source)
    expect(pieces.filter(({ text }) => text.startsWith('export function')).map(({ value }) => value)).toEqual(
      Array.from({ length: 8 }, () => 'useful'),
    )
    expect(headOf(`# API\n\`\`\`ts\n${body}\`\`\``, 'return 3')).toBe('export function f3() {')
  })

  it('does not take marks inside a fence for headings', () => {
    const pieces = markdown.pieces('```sh\n# not a heading\n```\n# A heading', source)
    expect(pieces.filter(({ value }) => value === 'useful').map(({ text }) => text)).toEqual(['# A heading'])
  })

  it('loses no line of any text', () => {
    fc.assert(
      fc.property(textOf([...page.split('\n'), '   ', '1. one', '> quote', '~~~', '***']), text => {
        obeysTextLaws(markdown, text, source)
      }),
      { numRuns: 100 },
    )
  })

  it('takes no text for ever', { timeout: endlessTimeout }, context =>
    readEndless(text => markdown.pieces(text, source), context),
  )

  it('reads tables in what somebody says each by itself, under its heading', () => {
    const text = [
      '**Covered**',
      '| issue | decision |',
      '|---|---|',
      '| 1 | keep |',
      '',
      '**Missing**',
      '| issue | why |',
      '|---|---|',
      '| 2 | new |',
      '| 3 | old |',
    ].join('\n')
    const source = { role: 'assistant', kind: 'table' } as const
    expect(contentReader(text, source).name).toBe('markdown')
    expect(contentReader(text, { role: 'tool', kind: 'table' }).name).toBe('table')
  })
})
