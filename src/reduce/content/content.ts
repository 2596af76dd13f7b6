/** What a text is made of: the contract of every kind of content. */
import type { KindTest } from '../../scan/kind/kind-tests.ts'
import type { ContentKind } from '../../types.ts'
import type { Look, Source } from './look.ts'

export type { Source } from './look.ts'

/** How much a piece says: an error or outcome, something worth a look, the bulk, or nothing by itself. */
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
  /** How long the line number before each of its lines is, where the text carries numbers. */
  readonly numbers?: readonly number[]
  /** Says what the text is: needless where its call has said it. */
  readonly isTitle?: true
}

/** A text transform with an exact inverse. */
export interface Codec {
  /** `undefined` where it has nothing to give. */
  encode(text: string): string | undefined
  /** `decode(encode(x))` is `x` to the byte. Throws where the text was not encoded by this codec. */
  decode(encoded: string): string
}

/** One way to recognise a kind of content. */
export interface ContentDetector {
  /** Detectors of all kinds are tried in the order of their ranks, the most certain first. */
  readonly rank: number
  readonly why: string
  readonly test: KindTest
}

/** Knows one kind of content. Contract: pure, deterministic, linear; never throws. */
export interface Content {
  readonly name: ContentKind
  /** How a text alone shows its kind; a kind without detectors is recognised by `fits` alone. */
  readonly detectors?: readonly ContentDetector[]
  /** People and models write it, too. */
  readonly isSpoken?: true
  /** Tried first for a text that shows a path. */
  readonly isFirstForPaths?: true
  /** By what the text is, and by the command that made it. Cheap: a bounded look. */
  fits(look: Look): boolean
  /** In reading order; every line of the text belongs to exactly one piece. */
  pieces(text: string, source: Source): readonly Piece[]
  /** A form that says exactly the same in fewer tokens. */
  readonly lossless?: Codec
}
