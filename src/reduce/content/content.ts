/** The contract of every kind of content. */
import type { KindTest } from '../../scan/kind/kind-tests.ts'
import type { ContentKind } from '../../types.ts'
import type { Piece } from '../pieces/piece.ts'
import type { ContentSource, SourcedText } from '../sourced-text/sourced-text.ts'

export type { Piece, PieceValue } from '../pieces/piece.ts'
export type { ContentSource } from '../sourced-text/sourced-text.ts'

/** A text transform with an exact inverse. */
export interface Codec {
  /** `undefined` if it cannot encode the text. */
  encode(text: string): string | undefined
  /** `decode(encode(x))` equals `x` to the byte. Throws if the text was not encoded by this codec. */
  decode(encoded: string): string
}

/** Knows one kind of content. Contract: pure, deterministic, linear; never throws. */
export interface Content {
  readonly name: ContentKind
  /** Whether a sample of a text shows the kind; a kind without it is recognised by `fits` only. */
  readonly detect?: KindTest
  /** People and models write it too. */
  readonly isSpoken?: true
  /** Tried first for a text that shows a path. */
  readonly isFirstForPaths?: true
  /** By the text, and by the command that printed it. Cheap: reads a bounded part. */
  fits(text: SourcedText): boolean
  /** In reading order; every line of the text belongs to exactly one piece. */
  pieces(text: string, source: ContentSource): readonly Piece[]
  /** An equivalent form in fewer tokens. */
  readonly lossless?: Codec
}

/** A test for a kind at another position in the order than the kind itself. */
export type Detector = Pick<Content, 'name' | 'detect'>
