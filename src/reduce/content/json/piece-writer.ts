/** Pieces of a text where lines have no known start: each takes the lines up to its end. */
import { leastIn } from '../../pieces/least-in.ts'
import { maxLineLength, shortStretches } from '../../pieces/parts.ts'
import type { Piece, PieceValue } from '../content.ts'

export interface PieceFacts {
  readonly value: PieceValue
  readonly under?: number | undefined
  /** Set for text that is in the original in exactly these characters. */
  readonly isLiteral?: boolean
}

/** Pieces in order; each covers the lines between the one before it and its own end. */
export class PieceWriter {
  readonly text: string
  /** See `leastIn`. */
  readonly least: string
  private readonly pieces: Piece[] = []
  /** Searched for once: a text may have many values and no line break. */
  private nextBreak: number
  private uncovered = 1

  constructor(text: string) {
    this.text = text
    this.least = leastIn(text)
    this.nextBreak = breakFrom(text, 0)
  }

  /** Lines up to `end` belong to the piece that is added next, or to the last. */
  coverLinesTo(end: number): void {
    while (this.nextBreak < end) {
      this.uncovered += 1
      this.nextBreak = breakFrom(this.text, this.nextBreak + 1)
    }
  }

  /** A long text becomes several pieces: later ones are worth less and are under the first. */
  add(text: string, end: number, { value, under, isLiteral }: PieceFacts): number {
    this.coverLinesTo(end)
    const first = this.pieces.length
    for (const stretch of text.length > maxLineLength ? shortStretches(text) : [text]) {
      const isFirst = this.pieces.length === first
      const owner = isFirst ? under : first
      this.pieces.push({
        text: stretch,
        lines: this.uncovered,
        value: isFirst || value === 'noise' ? value : 'plain',
        ...(isLiteral !== true && { isStatement: true as const }),
        ...(owner !== undefined && { under: owner }),
      })
      this.uncovered = 0
    }
    return first
  }

  finish(): readonly Piece[] {
    this.coverLinesTo(this.text.length)
    if (this.uncovered === 0) return this.pieces
    const last = this.pieces.pop()
    if (last === undefined) return [{ text: this.text, lines: this.uncovered, value: 'noise' }]
    return [...this.pieces, { ...last, lines: last.lines + this.uncovered }]
  }
}

function breakFrom(text: string, start: number): number {
  const found = text.indexOf('\n', start)
  return found < 0 ? Number.POSITIVE_INFINITY : found
}
