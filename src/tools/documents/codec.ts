/** The contract of the lossless text techniques: an exact inverse and fewer tokens, or the unchanged text with the reason. */
import { FoveaError } from '../../errors.ts'
import type { TokenCounter } from '../../types.ts'
import type { Codebook } from './codebook.ts'

/**
 * `dictionary`: frequent phrases and parts of names. `paths`: the workspace, other folders, URLs.
 * `addresses`: families of IP addresses. `blocks`: lines and blocks that occur again elsewhere.
 * `lines`: lines and blocks that repeat consecutively. `columns`: table columns with one value.
 * `enumerations`: numbers that count up.
 */
export type TextTechnique =
  | 'dictionary'
  | 'paths'
  | 'addresses'
  | 'blocks'
  | 'lines'
  | 'columns'
  | 'enumerations'

export interface EncodeOptions {
  /** @default all of them */
  readonly techniques?: readonly TextTechnique[]
  /** Decides whether a step saves tokens. @default the exact one for o200k_base */
  readonly counter?: TokenCounter
  /** The root folder, written as `$WS`. */
  readonly workspace?: string
  /** A codebook that the reader has beside the text; its own tokens are not counted here. */
  readonly codebook?: Codebook
  /** Where the reader finds the codebook; named in the first line of the text. */
  readonly codebookFile?: string
}

export interface DecodeOptions {
  /** The codebook that the text was encoded with, or one that extends it. */
  readonly codebook?: Codebook
}

/**
 * The effect of one step, in tokens of the whole text with everything needed to read it; the first step pays for the first
 * line.
 */
export interface EncodeStep {
  readonly step: LayerName
  readonly before: number
  readonly after: number
}

export type LayerName = 'lines' | 'columns' | 'enumerations' | 'codebook' | 'short-forms'

/** Plain JSON. `tokens` are those of the input and of the output, legends and first line included. */
export type Encoding = {
  readonly text: string
  readonly tokens: { readonly before: number; readonly after: number; readonly counter: string }
} & (
  | { readonly encoded: true; readonly steps: readonly EncodeStep[] }
  /** `text` is the unchanged input. */
  | { readonly encoded: false; readonly why: Unchanged }
)

/** `inexact`: the encoded text would not have decoded to the same bytes, and was discarded. */
export type Unchanged = 'no-gain' | 'already-encoded' | 'too-long' | 'inexact'

/** A reversible step. Contract: pure, deterministic, linear; exact for every string. */
export interface Layer {
  readonly name: LayerName
  /** `undefined` if it saves nothing. */
  encode(text: string, settings: LayerSettings): Layered | undefined
  /** How many lines of legend a note announces; `undefined` if the note belongs to another step. */
  legendLines(note: string): number | undefined
  /** Takes one of its own notes. Throws `corrupt` if it did not write the rest. */
  decode(layered: Layered, options: DecodeOptions): string
}

export interface LayerSettings {
  readonly counter: TokenCounter
  readonly techniques: ReadonlySet<TextTechnique>
  /** The root folder, written as `$WS`. */
  readonly workspace?: string | undefined
  /** The codebook that the reader has beside the documents; its own tokens are not counted. */
  readonly codebook?: Codebook | undefined
  /** Where the reader finds the codebook. */
  readonly codebookFile?: string | undefined
}

export interface Layered {
  readonly body: string
  /** Its part of the first line: how to read the text, for people and models, and everything that decoding needs. */
  readonly note: string
  /** Lines above the body. */
  readonly legend: readonly string[]
}

/** The error for a text that claims to be encoded but is not what the encoder wrote. */
export function corruptEncoding(why: string): FoveaError {
  return new FoveaError(
    'corrupt',
    `This text was encoded by Fovea and changed afterwards: ${why}. Decode an unchanged copy, or restore the original.`,
  )
}
