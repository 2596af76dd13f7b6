/** Parts of a text as ranges of its lines, and the pieces that they become. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { Piece, PieceValue } from './piece.ts'

export interface Part {
  /** Index of its first line. */
  readonly first: number
  /** Index after its last line; equal to `first` for a statement about more than its own lines. */
  readonly end: number
  readonly value: PieceValue
  /** Index of the part that it makes no sense without; always an earlier one. */
  readonly under?: number | undefined
  /** A true statement that replaces the lines. */
  readonly statement?: string | undefined
  /** How each of its lines is split; absent where only overlong lines are cut. */
  readonly cut?: LineCutter
  /** A statement about the whole text. */
  readonly isTitle?: true
}

export interface LineCut {
  readonly text: string
  readonly value: PieceValue
  /** It introduces the rest of its line, which makes no sense without it: `Anna:` */
  readonly isHead?: boolean
  /** See `Piece`. */
  readonly label?: string
}

/** A line in order, in parts that make sense alone. */
export type LineCutter = (line: string) => readonly LineCut[]

/** Longer lines are not shown whole. */
export const maxLineLength = 400

/**
 * The pieces of the parts, with every line once. `lines` are all lines of the text; `numberLength` is the length of the line
 * number before a line.
 */
export function piecesOf(
  text: string,
  lines: readonly string[],
  parts: readonly Part[],
  numberLength?: (line: number) => number,
): readonly Piece[] {
  const lengthOf = numberLength ?? (() => 0)
  const lengthsOf = (from: number, to: number): readonly number[] | undefined => {
    if (numberLength === undefined) return undefined
    const lengths: number[] = []
    for (let at = from; at < to; at += 1) lengths.push(numberLength(at))
    return lengths
  }
  const starts = lineStarts(lines)
  // A slice shares the characters of the text; joined lines would be a copy.
  const textOf = (from: number, to: number): string =>
    to - from === 1 ? (lines[from] as string) : text.slice(starts[from] as number, (starts[to] as number) - 1)
  const pieces: Piece[] = []
  const firstPiece = new Int32Array(parts.length)
  parts.forEach((part, index) => {
    const under = part.under === undefined ? undefined : firstPiece[part.under]
    firstPiece[index] = pieces.length
    const { first, end, value, statement } = part
    if (statement !== undefined) {
      pieces.push({
        ...piece(statement, end - first, value, under),
        isStatement: true,
        ...(part.isTitle && { isTitle: true }),
      })
      return
    }
    let from = first
    for (let at = first; at < end; at += 1) {
      const line = lines[at] as string
      const start = lengthOf(at)
      const cuts = cutsOf(part, line, start)
      if (cuts === undefined) continue
      if (from < at) pieces.push(piece(textOf(from, at), at - from, value, under, lengthsOf(from, at)))
      from = at + 1
      pushCuts(pieces, cuts, line.slice(0, start), under, lengthsOf(at, at + 1))
    }
    if (from < end) pieces.push(piece(textOf(from, end), end - from, value, under, lengthsOf(from, end)))
  })
  return pieces
}

/** The start of each line, and of the line after the last. */
function lineStarts(lines: readonly string[]): Int32Array {
  const starts = new Int32Array(lines.length + 1)
  for (let at = 0; at < lines.length; at += 1)
    starts[at + 1] = (starts[at] as number) + (lines[at] as string).length + 1
  return starts
}

function cutsOf({ cut, value }: Part, line: string, start: number): readonly LineCut[] | undefined {
  if (cut !== undefined) {
    const cuts = cut(start === 0 ? line : line.slice(start)).flatMap(shortened)
    return cuts.length > 0 ? cuts : undefined
  }
  return line.length > maxLineLength ? shortened({ text: line.slice(start), value }) : undefined
}

function pushCuts(
  pieces: Piece[],
  cuts: readonly LineCut[],
  number: string,
  under: number | undefined,
  numbers: readonly number[] | undefined,
): void {
  let head = under
  cuts.forEach(({ text, value, isHead, label }, index) => {
    const cut = index === 0 ? piece(number + text, 1, value, head, numbers) : piece(text, 0, value, head)
    pieces.push(label === undefined ? cut : { ...cut, label })
    if (isHead === true) head = pieces.length - 1
  })
}

function shortened(cut: LineCut): readonly LineCut[] {
  if (cut.text.length <= maxLineLength) return [cut]
  return shortStretches(cut.text).map(text => ({ ...cut, text }))
}

/** How far back a better position for a cut is searched. */
const slack = 120

/** A long line in parts of bounded length, cut after a space or a sign if possible. */
export function shortStretches(line: string): readonly string[] {
  const stretches: string[] = []
  let start = 0
  while (line.length - start > maxLineLength) {
    let end = start + maxLineLength
    while (end > start + maxLineLength - slack && !isCutSign(line.charCodeAt(end - 1))) end -= 1
    if (end <= start + maxLineLength - slack)
      end =
        start +
        Math.max(1, graphemeCut(line.slice(start, start + maxLineLength + slack), maxLineLength).length)
    stretches.push(line.slice(start, end))
    start = end
  }
  return [...stretches, line.slice(start)]
}

/** Space, `,`, `;`, `}`, `>` and what ends a clause in Chinese and Japanese. */
function isCutSign(unit: number): boolean {
  if (unit < 128) return unit === 0x20 || unit === 0x2c || unit === 0x3b || unit === 0x7d || unit === 0x3e
  return unit === 0x3001 || unit === 0x3002 || unit === 0xff0c || unit === 0xff1b
}

export function joined(lines: readonly string[], from: number, to: number): string {
  return to - from === 1 ? (lines[from] as string) : lines.slice(from, to).join('\n')
}

export function isBlankLine(line: string): boolean {
  return leadingSpace(line) === line.length
}

/** How many characters of white space a line begins with. */
export function leadingSpace(line: string): number {
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at)
    if (unit === 0x20 || unit === 0x09) continue
    // Other characters may be some kind of white space; they are rare.
    return unit > 0x20 && unit < 0x80 ? at : line.length - line.trimStart().length
  }
  return line.length
}

/** Written as one literal for speed: there is a piece for each line of a conversation. */
function piece(
  text: string,
  lines: number,
  value: PieceValue,
  under: number | undefined,
  numbers?: readonly number[],
): Piece {
  if (numbers === undefined)
    return under === undefined ? { text, lines, value } : { text, lines, value, under }
  return under === undefined ? { text, lines, value, numbers } : { text, lines, value, under, numbers }
}
