/** What a format is: everything about one provider's message shape. */
import type { FormatName, Framing, Media, Message, Path } from '../types.ts'

/** How one raw message fits a format. `own`: only this format writes it so. `shared`: others read it too. */
export type Fit = { readonly fits: 'own' | 'shared' } | { readonly fits: 'no'; readonly why: string }

/** Replace the value at `path` of one raw message: by `text`, or by what `text` parses to when `media` is `json`. */
export interface Edit {
  readonly message: number
  readonly path: Path
  readonly text: string
  readonly media: Media
}

/** Something a provider would reject. */
export interface Problem {
  readonly message: number
  readonly code:
    | 'unpaired-call'
    | 'unpaired-result'
    | 'wrong-order'
    | 'illegal-role'
    | 'empty-content'
    | 'broken-reasoning'
    | 'malformed'
  readonly why: string
}

/** Where a whole request body of a format keeps its parts. */
export interface RequestShape {
  readonly messages: string
  /** Top-level keys that hold system text beside the messages. */
  readonly system: readonly string[]
  readonly tools: readonly string[]
  /** Whether the other keys of a body are those of this format alone. */
  readonly isOwn?: (body: Readonly<Record<string, unknown>>) => boolean
  /** Assumed for a body that no format recognises as its own. */
  readonly isDefault?: true
  /** Requests of the provider's API that carry a conversation, by the end of their path. */
  readonly routes?: readonly RequestRoute[]
}

export interface RequestRoute {
  readonly path: RegExp
  /** `count`: asks only how many tokens the request has. */
  readonly purpose: 'answer' | 'count'
}

/** Which messages a summary replaces, kept in `metadata._cce_original`. */
export interface Provenance {
  readonly ids: readonly string[]
  readonly summary_id: string
  /** Summaries among the sources. */
  readonly parent_ids?: readonly string[]
  readonly version: number
}

/** Everything about one provider's message shape, in one place. */
export interface Format {
  readonly name: FormatName
  /** What its users call it. */
  readonly title: string
  readonly request: RequestShape
  readonly framing: Framing
  /** Every `type` that a content part can have, where parts have one. */
  readonly partTypes?: readonly string[]
  /** Its messages may hold byte arrays. */
  readonly holdsBytes?: true
  /** Judges one raw message against the other known formats. Never throws. */
  detect(message: unknown, known: readonly Format[]): Fit
  /** One `Message` for each raw message, in order. Never mutates. Call only with messages that `detect` accepts. */
  read(messages: readonly unknown[]): readonly Message[]
  /** The same array with no edits; otherwise only edited messages are new objects, and only their edited values differ. */
  write(messages: readonly unknown[], edits: readonly Edit[]): readonly unknown[]
  /** What the provider would reject, by its documented rules; empty when it would accept. */
  check(messages: readonly unknown[]): readonly Problem[]
  /** The message with a word on where its text came from; `undefined` where the message has no room for that. */
  annotate?(message: unknown, provenance: Provenance): unknown
  /**
   * Messages of one role as one message, with the content of all in order. Fields beside the content are those of the
   * latest that has them. `undefined`: they cannot be one message.
   */
  join(messages: readonly unknown[]): unknown
  /** Fresh raw messages from neutral ones, for conversion. Opaque blocks that this format cannot say are left out. */
  create(messages: readonly Message[]): readonly unknown[]
}
