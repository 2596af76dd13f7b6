import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentSource } from '../../../src/reduce/content/content.ts'
import { file, pointerLine } from '../../../src/reduce/content/file.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { endlessTimeout, obeysPieceLaws, obeysTextLaws, readEndless, shown, textOf } from './text-laws.ts'

const read: ContentSource = { role: 'tool', kind: 'code', tool: 'Read', path: '/home/dev/shop/cart.ts' }
const shell = (command: string, kind: ContentSource['kind'] = 'code'): ContentSource => ({
  role: 'tool',
  kind,
  tool: 'Bash',
  command,
})

const lines = ["import { a } from './a.ts'", '', 'export function total(): number {', '  return a', '}']
const numbered = (separator: string, from = 1, width = 6): string =>
  lines.map((line, index) => `${String(from + index).padStart(width)}${separator}${line}`).join('\n')

describe('file', () => {
  it.each([
    ['→', 6],
    ['\t', 6],
    [': ', 0],
    ['|', 0],
    [' | ', 4],
  ] as const)('keeps the numbers that stand before a line, parted by %j', (separator, width) => {
    const text = numbered(separator, 40, width)
    expect(file.fits(new SourcedText(text, read))).toBe(true)
    const prefix = (number: number): string => `${String(number).padStart(width)}${separator}`
    expect(shown(obeysTextLaws(file, text, read))).toEqual([
      'useful [File: /home/dev/shop/cart.ts, lines 40-44, typescript, 74 B]',
      `useful ${prefix(40)}import { a } from './a.ts'`,
      `key ${prefix(42)}export function total(): number {`,
      `plain ${prefix(43)}  return a\n${prefix(44)}}`,
    ])
  })

  it('knows what a tool says around a file', () => {
    const text = `Here's the result of running \`cat -n\` on /home/dev/shop/cart.ts:\n${numbered('\t')}\n\n<system-reminder>\nBeware.\n</system-reminder>`
    const pieces = obeysTextLaws(file, text, { role: 'tool', kind: 'code' })
    expect(pieces[0]?.text).toBe('[File: /home/dev/shop/cart.ts, lines 1-5, typescript, 74 B]')
    expect(
      pieces.filter(({ text: shown }) => /reminder|Beware/.test(shown)).map(({ value }) => value),
    ).toEqual(['noise', 'noise', 'noise'])
  })

  it('knows what a shell says before a file, and keeps its exit code', () => {
    const text = `Chunk ID: 8fcf12\nProcess exited with code 1\nOutput:\n${numbered('\t')}`
    const pieces = obeysTextLaws(file, text, shell('nl -ba cart.ts'))
    expect(pieces.find(({ text: shown }) => shown.startsWith('Process'))?.value).toBe('key')
    expect(pieces[0]?.text).toContain('cart.ts')
  })

  it('puts what has nothing above it under the line about the file', () => {
    const pieces = file.pieces(numbered('→'), read)
    expect(pieces.find(({ text }) => text.includes('import'))?.under).toBe(0)
    expect(pieces.find(({ text }) => text.includes('return'))?.under).toBe(
      pieces.findIndex(({ text }) => text.includes('export')),
    )
  })

  it.each([
    ['cat src/cart.ts', '[File: src/cart.ts, 5 lines, typescript, 74 B]'],
    ['cd shop && cat "src/cart.ts" 2>/dev/null', '[File: src/cart.ts, 5 lines, typescript, 74 B]'],
    ["sed -n '10,20p' src/cart.ts", '[File: src/cart.ts, lines 10-14, typescript, 74 B]'],
    ['head -n 5 src/cart.ts', '[File: src/cart.ts, lines 1-5, typescript, 74 B]'],
    ['cat src/cart.ts | head -5', '[File: src/cart.ts, lines 1-5, typescript, 74 B]'],
    ['tail -5 src/cart.ts', '[File: src/cart.ts, 5 lines, typescript, 74 B]'],
  ])('knows the file and the lines of %s', (command, pointer) => {
    const text = lines.join('\n')
    expect(file.fits(new SourcedText(text, shell(command)))).toBe(true)
    expect(pointerLine(text, shell(command))).toBe(pointer)
  })

  it.each([
    'cat a.ts b.ts',
    'cat a.ts | grep x',
    'npm test',
    'sed -n 1,5p a.ts; sed -n 1,5p b.ts',
    'cat app.log',
    'rg -n total src',
  ])('leaves the output of %s to others', command => {
    expect(file.fits(new SourcedText(lines.join('\n'), shell(command)))).toBe(false)
  })

  it('takes a number alone for no line of a file', () => {
    expect(file.fits(new SourcedText('181', { role: 'user', kind: 'other' }))).toBe(false)
    const counted = Array.from({ length: 300 }, (_, index) => String(index + 1)).join('\n')
    expect(file.fits(new SourcedText(counted, shell('seq 1 300', 'listing')))).toBe(false)
  })

  it('leaves hits of a search to others: their numbers jump', () => {
    const hits = Array.from({ length: 20 }, (_, at) => `${at * 7 + (at % 2)}:const a${at} = 1`).join('\n')
    expect(
      file.fits(new SourcedText(`1:const a = 0\n2:const b = 0\n${hits}`, shell('grep -n const a.ts'))),
    ).toBe(false)
  })

  it('reads Markdown and text files as what they are', () => {
    const text = '     1→# Shop\n     2→\n     3→You must never sell twice.'
    expect(shown(obeysTextLaws(file, text, { ...read, path: 'README.md' }))).toEqual([
      'useful [File: README.md, lines 1-3, markdown, 34 B]',
      'useful      1→# Shop',
      'useful      3→You must never sell twice.',
    ])
  })

  it('reads a diff behind line numbers as a diff', () => {
    const saved = [
      'diff --git a/menu.md b/menu.md',
      '--- a/menu.md',
      '+++ b/menu.md',
      '@@ -1,2 +1,2 @@',
      ' # Menu',
      `-Soup is served all day. ${'It comes with bread and butter. '.repeat(5)}`,
      '+Soup is served at noon.',
      'diff --git a/hours.md b/hours.md',
      '--- a/hours.md',
      '+++ b/hours.md',
      '@@ -1 +0,0 @@',
      '-Closed on Mondays.',
    ]
    const text = saved.map((line, at) => `${at + 1}\t${line}`).join('\n')
    const pieces = obeysPieceLaws(file, text, { ...read, path: '/tmp/saved.txt' })
    expect(pieces[0]?.text).toMatch(/^\[File: \/tmp\/saved\.txt, lines 1-12, diff, /)
    const removed = pieces.find(({ text: shown }) => shown.includes('Mondays'))
    expect(removed?.text).toBe('12\t-Closed on Mondays.')
    expect(pieces[pieces[removed?.under ?? 0]?.under ?? 0]?.text).toBe('hours.md +0 −1')
    expect(pieces.filter(({ text: shown }) => shown.includes('bread'))).toHaveLength(1)
  })

  it('counts bytes as they are stored', () => {
    expect(pointerLine('é\nü\n', shell('cat a.txt', 'prose'))).toBe('[File: a.txt, 2 lines, text, 6 B]')
  })

  it('loses no line of any text', () => {
    const typical = [
      ...numbered('→').split('\n'),
      ...numbered('\t', 7).split('\n'),
      '<system-reminder>',
      'Output:',
    ]
    fc.assert(
      fc.property(
        textOf(typical),
        fc.constantFrom('a.ts', 'a.md', 'a.txt', 'a.log', 'a.yaml'),
        (text, path) => {
          obeysTextLaws(file, text, { ...read, path })
        },
      ),
      { numRuns: 80 },
    )
  })

  it('takes no text for ever', { timeout: endlessTimeout }, context =>
    readEndless(text => file.pieces(text, { ...read, path: 'a.md' }), context),
  )
})

const corpus = join(import.meta.dirname, '../../../../shared/corpus/command-outputs/cat-sed-head')

describe.skipIf(!existsSync(corpus))('files of the corpus (skipped where there is none)', () => {
  it('lose no line', () => {
    for (const name of readdirSync(corpus)) {
      const bytes = readFileSync(join(corpus, name))
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
      obeysTextLaws(file, text, { role: 'tool', kind: 'code' })
    }
  })
})
