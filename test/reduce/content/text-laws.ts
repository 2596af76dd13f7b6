/** The laws of readers that show a text as it is: whatever they call it, no line is lost, twice or out of order. */
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Content, ContentSource, Piece } from '../../../src/reduce/content/content.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { anyCharacter } from '../../any-character.ts'

export const tool: ContentSource = { role: 'tool', kind: 'other' }

/** All literal pieces one behind the other: a piece of no lines goes on with the line before it. */
export function wholeOf(pieces: readonly Piece[]): string {
  return pieces
    .filter(({ isStatement }) => isStatement !== true)
    .map(({ text, lines }, index) => (lines === 0 || index === 0 ? text : `\n${text}`))
    .join('')
}

export function obeysTextLaws(
  content: Content,
  text: string,
  source: ContentSource = tool,
): readonly Piece[] {
  const pieces = obeysPieceLaws(content, text, source)
  expect(wholeOf(pieces)).toBe(text)
  return pieces
}

/** What holds where statements replace lines, too. */
export function obeysPieceLaws(
  content: Content,
  text: string,
  source: ContentSource = tool,
): readonly Piece[] {
  expect(typeof content.fits(new SourcedText(text, source))).toBe('boolean')
  const pieces = content.pieces(text, source)
  expect(pieces.reduce((sum, { lines }) => sum + lines, 0)).toBe(text.split('\n').length)
  for (const [index, piece] of pieces.entries()) {
    if (piece.under !== undefined) expect(piece.under).toBeLessThan(index)
    if (piece.isStatement === true) continue
    expect(text.includes(piece.text)).toBe(true)
    for (const line of piece.text.split('\n')) expect(line.length).toBeLessThanOrEqual(420)
    if (text.isWellFormed()) expect(piece.text.isWellFormed()).toBe(true)
  }
  expect(content.pieces(text, source)).toEqual(pieces)
  return pieces
}

/** Texts of the given lines in any order, among lines that nobody expects. */
export function textOf(typical: readonly string[]): fc.Arbitrary<string> {
  const strange = fc.constantFrom(
    '',
    ' ',
    '\t',
    '```',
    '"""',
    "'''",
    '`',
    '/*',
    '*/',
    '---',
    '<p',
    '🚀'.repeat(300),
    '}',
  )
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...typical) },
    { weight: 2, arbitrary: strange },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 900 }) },
  )
  return fc.array(line, { maxLength: 50 }).map(lines => lines.join('\n'))
}

const endlessLength = 40_000

/** For a test of all of them: many times what linear readers need, and less than quadratic ones do. */
export const endlessTimeout = 20_000

/** Reads them one after another, until the time of the test is over. */
export async function readEndless(
  read: (text: string) => readonly Piece[],
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  for (const text of endless) {
    await setImmediate()
    if (signal.aborted) return
    expect(read(text).length).toBeGreaterThan(0)
  }
}

/** What makes a careless pattern or an unfinished string slow. */
export const endless: readonly string[] = [
  ...[
    'a',
    ' ',
    '\t',
    '"',
    "'",
    '`',
    '(',
    '{',
    '}',
    '<',
    '<a ',
    '<a href="',
    '/[',
    '(/[',
    '=',
    '1',
    '|',
    '#',
    '- ',
    '* ',
  ].map(part => part.repeat(Math.ceil(endlessLength / part.length))),
  ...[
    '}\n',
    '{\n',
    '/*\n',
    '`\n',
    '```\n',
    '"""\n',
    '# a\n',
    '- a\n',
    '| a |\n',
    'a: b\n',
    '\n',
    '// TODO\n',
    'f(\n',
    '  def f(\n',
    '<nav>\n',
    '1\t\n',
  ].map(part => part.repeat(Math.ceil(endlessLength / part.length))),
  'a\n'.repeat(40_000),
  'Anna: yes. '.repeat(4000),
  '<a href=x>y</a>'.repeat(2800),
  '<!-- '.repeat(8000),
  'static const int x '.repeat(2000),
  'public static final '.repeat(2000),
  Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at % 40)}function f${at}(`).join('\n'),
]

/** `value text` of each piece, in order: how a test says what it expects. */
export function shown(pieces: readonly Piece[]): readonly string[] {
  return pieces.filter(({ value }) => value !== 'noise').map(({ value, text }) => `${value} ${text}`)
}
