/** The laws of every reader of command output, to be checked on any text. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Content, ContentSource, Piece } from '../../../src/reduce/content/content.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { anyCharacter } from '../../any-character.ts'

export const shell: ContentSource = { role: 'tool', kind: 'other', tool: 'Bash' }

export function obeysLaws(content: Content, text: string, source: ContentSource = shell): readonly Piece[] {
  expect(typeof content.fits(new SourcedText(text, source))).toBe('boolean')
  const pieces = content.pieces(text, source)
  const lines = text.split('\n')
  expect(pieces.reduce((sum, piece) => sum + piece.lines, 0)).toBe(lines.length)
  const known = new Set(lines)
  expect(shownLines(pieces).filter(line => !known.has(line))).toEqual([])
  expect(
    pieces.filter(({ text: shown }, index) => shown.length > 400 && pieces[index]?.isStatement !== true),
  ).toEqual([])
  expect(pieces.filter(({ under }, index) => under !== undefined && (under < 0 || under >= index))).toEqual(
    [],
  )
  expect(JSON.stringify(content.pieces(text, source)) === JSON.stringify(pieces)).toBe(true)
  return pieces
}

/** The lines that pieces show as they are; a long line is put together again. */
function shownLines(pieces: readonly Piece[]): readonly string[] {
  const shown: string[] = []
  for (const { text, lines, isStatement } of pieces)
    if (isStatement !== true) {
      if (lines === 0) shown.push(`${shown.pop()}${text}`)
      else shown.push(...text.split('\n'))
    }
  return shown
}

/** Texts of lines that a kind of output is made of, in any order, among lines of any kind. */
export function outputOf(typical: readonly string[]): fc.Arbitrary<string> {
  const strange = fc.constantFrom(
    '',
    ' ',
    '\t',
    '    at x (a.js:1:2)',
    '…',
    '\u001b[31m',
    '{"a":1}',
    '🚀'.repeat(300),
  )
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...typical) },
    { weight: 1, arbitrary: strange },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => text.replaceAll('\n', '')),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit: anyCharacter, maxLength: 600 }).map(text => text.replaceAll('\n', '')),
    },
  )
  return fc.array(line, { maxLength: 60 }).map(lines => lines.join('\n'))
}

/** What makes a careless pattern slow: runs without end, of every sign that the patterns look for. */
export const hostile: readonly string[] = [
  ...[
    'a',
    '.',
    ':',
    '/',
    ' ',
    '\t',
    '"',
    '(',
    '-',
    '=',
    '_',
    '1',
    '1:',
    'a.',
    'a/',
    'x=',
    '[a] ',
    '> ',
    'at ',
    '::',
  ].map(part => part.repeat(Math.ceil(120_000 / part.length))),
  'error '.repeat(20_000),
  'a.ts:1:2: '.repeat(10_000),
  '\n'.repeat(50_000),
  `${'    at f (x.js:1:2)\n'.repeat(5_000)}`,
  Array.from({ length: 8_000 }, (_, at) => `line ${at.toString(36)} of many`).join('\n'),
]

/** The lines of a view of all pieces of these values. */
export function viewOf(pieces: readonly Piece[], ...values: readonly Piece['value'][]): readonly string[] {
  return pieces.filter(({ value }) => values.includes(value)).map(({ text }) => text)
}
