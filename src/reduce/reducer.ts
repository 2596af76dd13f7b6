/** The contract of a reducer: what it knows of a text, and what it returns. */
import type { Loss } from '../receipt.ts'
import type { Span } from '../scan/span.ts'
import type { ContentKind, ReducerName, Role, TokenCounter } from '../types.ts'

/** The source of a tool result, as far as its call shows it. */
export interface TextSource {
  readonly tool?: string
  /** The shell command that printed it. */
  readonly command?: string
  /** The file or address that it shows. */
  readonly path?: string
  /** What was searched for. */
  readonly query?: string
  /** The call in a few words: `Read src/a.ts`. */
  readonly call?: string
  readonly exitCode?: number
  readonly isError?: boolean
  /** The index of the last message that changed the file, where one did. */
  readonly changedIn?: number
}

/** Where each part of a text begins, and its kind: `prose`, `fence`, `table`. */
export type TextSegments = readonly { readonly start: number; readonly kind: string }[]

/** One message of several. */
export interface TextPart {
  readonly text: string
  /** `tool` where a program wrote the text, whichever role carries it. */
  readonly role: Role
  readonly kind: ContentKind
  readonly source?: TextSource
}

export interface ReduceInput {
  readonly text: string
  readonly role: Role
  readonly kind: ContentKind
  /** Tokens of the whole text. */
  readonly tokens: number
  readonly handle: string
  readonly counter: TokenCounter
  /** How many messages the text was joined from. */
  readonly merged: number
  /** The first and the last of them. */
  readonly messages?: readonly [first: number, last: number]
  readonly source?: TextSource
  /** The texts of several messages that are summarized together, in order. */
  readonly parts?: readonly TextPart[]
  /** The parts of the text, if they are already known. */
  readonly segments?: TextSegments | undefined
  /** To be named in the summary. */
  readonly summaryId?: string
  /** The other text that a reference points to. */
  readonly reference?: {
    readonly id: string
    /** The other text, as it is in the view. */
    readonly text?: string
    readonly similarity?: number
    readonly signal?: string
  }
  /** How many names a summary of a tool's output lists; absent is `few`. */
  readonly names?: 'few' | 'many'
  /** A model's summary, accepted, of what `ask` asked for. */
  readonly summary?: string
  /** How long it may be. */
  readonly summaryTokens?: number
  /** The sections that it should have. */
  readonly summarySections?: readonly string[]
  /** The line before the summary of many messages. */
  readonly head?: string
  /** What the current work is about. */
  readonly work?: string
  /** The text says what to do now, step by step. */
  readonly isPrompt?: true
  /** Only these parts of the text may be shortened: the others are somebody's own words. */
  readonly within?: readonly Span[]
}

/** A shorter text and its tokens. */
export interface Shortened {
  readonly text: string
  readonly tokens: number
}

/** The text at any size: the analysis is done once, so that several sizes can be tried. `undefined`: not at this size. */
export type Shorten = (maxTokens: number) => Shortened | undefined

/**
 * One way to shorten a text: an excerpt, a summary, a line about what it repeats. Contract: pure and linear; sees no messages.
 */
export interface Reducer {
  readonly name: ReducerName
  readonly loss: Loss
  read(input: ReduceInput): Shorten
  /** The text that a model may summarize better; `undefined` where there is nothing to ask. */
  ask?(input: ReduceInput): string | undefined
}

/** Saving less than a tenth does not justify what is left out. */
const maxKept = 0.9

/** The size guard of every summary: the first variant that is smaller than the text. Later ones are made only if needed. */
export function firstSmaller({ tokens, counter }: ReduceInput, variants: readonly (() => string)[]): Shorten {
  let shortened: Shortened | undefined
  for (const variant of variants) {
    const text = variant()
    const size = counter.count(text)
    if (size > tokens * maxKept) continue
    shortened = { text, tokens: size }
    break
  }
  return maxTokens => (shortened !== undefined && shortened.tokens <= maxTokens ? shortened : undefined)
}
