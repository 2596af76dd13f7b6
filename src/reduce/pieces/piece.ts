/** The pieces that a text is split into, with their values. */

/** How informative a piece is: an error or outcome, something useful, the bulk, or nothing alone. */
export type PieceValue = 'key' | 'useful' | 'plain' | 'noise'

/** A part of a text that a view can show alone: whole lines (or one sentence of a long line), or a true statement about them. */
export interface Piece {
  /** Without a line break at its end. */
  readonly text: string
  /** How many lines of the text it covers; 0 for a further sentence of a line. The pieces of a text add up to its lines. */
  readonly lines: number
  readonly value: PieceValue
  /** Set where it does not show its lines but says something true about them: a count, a range, a shape. */
  readonly isStatement?: true
  /** Index of the piece that it makes no sense without: the file of a hit, the header of a hunk, the name of a failing test. */
  readonly under?: number
  /** Shown before it: the sign of the changed line that it is a further part of. */
  readonly label?: string
  /** How long the line number before each of its lines is, where the text carries numbers. */
  readonly numbers?: readonly number[]
  /** Describes the text as a whole: redundant where its call does so. */
  readonly isTitle?: true
}
