/** What a text is made of: the contract of every kind of content. */
import type { KindTest } from '../../scan/kind/kind-tests.ts'
import type { ContentKind } from '../../types.ts'
import type { ContentSource, Look } from '../look/look.ts'
import type { Piece } from '../pieces/piece.ts'

export type { ContentSource } from '../look/look.ts'
export type { Piece, PieceValue } from '../pieces/piece.ts'

/** A text transform with an exact inverse. */
export interface Codec {
  /** `undefined` where it has nothing to give. */
  encode(text: string): string | undefined
  /** `decode(encode(x))` is `x` to the byte. Throws where the text was not encoded by this codec. */
  decode(encoded: string): string
}

/** Knows one kind of content. Contract: pure, deterministic, linear; never throws. */
export interface Content {
  readonly name: ContentKind
  /** Whether a sample of a text alone shows the kind; a kind without it is recognised by `fits` alone. */
  readonly detect?: KindTest
  /** People and models write it, too. */
  readonly isSpoken?: true
  /** Tried first for a text that shows a path. */
  readonly isFirstForPaths?: true
  /** By what the text is, and by the command that made it. Cheap: a bounded look. */
  fits(look: Look): boolean
  /** In reading order; every line of the text belongs to exactly one piece. */
  pieces(text: string, source: ContentSource): readonly Piece[]
  /** A form that says exactly the same in fewer tokens. */
  readonly lossless?: Codec
}

/** A sign of a kind that is looked for at another place in the order than the others of the kind. */
export type Detector = Pick<Content, 'name' | 'detect'>
