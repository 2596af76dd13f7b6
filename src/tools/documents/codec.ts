/** What the lossless text techniques promise: an exact inverse, fewer real tokens, or the text as it was and why. */
import { FoveaError } from '../../errors.ts'
import type { TokenCounter } from '../../types.ts'
import type { Codebook } from './codebook.ts'

/**
 * `dictionary`: phrases and parts of names that come often. `paths`: the workspace, other folders, addresses of pages.
 * `addresses`: families of IP addresses. `blocks`: lines and blocks that come again elsewhere.
 * `lines`: lines and blocks that repeat on the spot. `columns`: table columns with one value.
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
  /** Decides what is worth while. @default the exact one for o200k_base */
  readonly counter?: TokenCounter
  /** The root folder, to be written as `$WS`. */
  readonly workspace?: string
  /** A codebook that the reader has beside the text; its own tokens are not counted here. */
  readonly codebook?: Codebook
  /** Where the reader finds the codebook; the first line of the text says so. */
  readonly codebookFile?: string
}

export interface DecodeOptions {
  /** The codebook that the text was encoded with, or one that extends it. */
  readonly codebook?: Codebook
}

/** What one step did, in tokens of the whole text with everything it needs to be read; the first line is the first step's. */
export interface EncodeStep {
  readonly step: LayerName
  readonly before: number
  readonly after: number
}

export type LayerName = 'lines' | 'columns' | 'enumerations' | 'codebook' | 'short-forms'

/** Plain JSON. `tokens` are those of the text that went in and of the text that came out, legends and first line included. */
export type Encoding = {
  readonly text: string
  readonly tokens: { readonly before: number; readonly after: number; readonly counter: string }
} & (
  | { readonly encoded: true; readonly steps: readonly EncodeStep[] }
  /** `text` is the very text that went in. */
  | { readonly encoded: false; readonly why: Unchanged }
)

/** `inexact`: what was encoded would not have come back to the byte, and so was thrown away. */
export type Unchanged = 'no-gain' | 'already-encoded' | 'too-long' | 'inexact'

/** A reversible step. Contract: pure, deterministic, linear; exact for every string. */
export interface Layer {
  readonly name: LayerName
  /** `undefined` where it has nothing to give. */
  encode(text: string, settings: LayerSettings): Layered | undefined
  /** How many lines of legend a note announces; `undefined` where it is the note of another step. */
  legendLines(note: string): number | undefined
  /** For a note of its own. Throws `corrupt` where the rest was not written by it. */
  decode(layered: Layered, options: DecodeOptions): string
}

export interface LayerSettings {
  readonly counter: TokenCounter
  readonly techniques: ReadonlySet<TextTechnique>
  /** The root folder, to be written as `$WS`. */
  readonly workspace?: string | undefined
  /** What the reader has beside the documents; its own tokens are not counted. */
  readonly codebook?: Codebook | undefined
  /** Where the reader finds the codebook. */
  readonly codebookFile?: string | undefined
}

export interface Layered {
  readonly body: string
  /** What the first line says about it: how to read it, for people and models, and all that decoding needs. */
  readonly note: string
  /** Lines above the body. */
  readonly legend: readonly string[]
}

/** The error for a text that calls itself encoded and is not what the encoder wrote. */
export function corruptEncoding(why: string): FoveaError {
  return new FoveaError(
    'corrupt',
    `This text was encoded by Fovea and changed afterwards: ${why}. Decode an unchanged copy, or restore the original.`,
  )
}
