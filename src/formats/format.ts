/** The descriptor of a format: everything about one provider's messages. */
import type { FormatName, Framing, Media, Message, Path } from '../types.ts'

/** How one raw message fits a format. `own`: only this format writes it. `shared`: other formats read it too. */
export type Fit = { readonly fits: 'own' | 'shared' } | { readonly fits: 'no'; readonly why: string }

/** Replaces the value at `path` of one raw message: by `text`, or by the parsed `text` when `media` is `json`. */
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

/** The keys of a request body of a format. */
export interface RequestShape {
  readonly messages: string
  /** Top-level keys that hold system text beside the messages. */
  readonly system: readonly string[]
  readonly tools: readonly string[]
  /** The key of the list in the first of these, where that is an object. */
  readonly toolList?: string
  /** The key of the model's name. @default 'model' */
  readonly model?: string
  /** Whether only this format has the other keys of a body. */
  readonly isOwn?: (body: Readonly<Record<string, unknown>>) => boolean
  /** Assumed for a body that no format recognises. */
  readonly isDefault?: true
  /** Requests of the provider's API that carry a conversation, by the end of their path. */
  readonly routes?: readonly RequestRoute[]
}

export interface RequestRoute {
  readonly path: RegExp
  /** `count`: the request only asks for a number of tokens. */
  readonly purpose: 'answer' | 'count'
}

/** Which messages a summary replaces, kept in `metadata._cce_original`; `cce` marks what a compression wrote. */
export interface Provenance {
  readonly ids: readonly string[]
  readonly summary_id: string
  /** Summaries among the sources. */
  readonly parent_ids?: readonly string[]
  readonly version: number
}

/** Everything about one provider's messages, in one place. */
export interface Format {
  readonly name: FormatName
  /** Its name in error messages. */
  readonly title: string
  readonly request: RequestShape
  readonly framing: Framing
  /** Every `type` that a content part can have, where parts have one. */
  readonly partTypes?: readonly string[]
  /** A system message between others must come before one of the assistant. */
  readonly systemNeedsReply?: true
  /** Its messages may contain byte arrays. */
  readonly holdsBytes?: true
  /** Compares one raw message with this and the other known formats. Never throws. */
  detect(message: unknown, known: readonly Format[]): Fit
  /** One `Message` for each raw message, in order. Never mutates. Call only with messages that `detect` accepts. */
  read(messages: readonly unknown[]): readonly Message[]
  /** The same array with no edits; otherwise only edited messages are new objects, and only their edited values differ. */
  write(messages: readonly unknown[], edits: readonly Edit[]): readonly unknown[]
  /** What the provider would reject, by its documented rules; empty when it would accept. */
  check(messages: readonly unknown[]): readonly Problem[]
  /** The message with a record of where its text came from; `undefined` where the message has no field for that. */
  annotate?(message: unknown, provenance: Provenance): unknown
  /**
   * Messages of one role as one message, with the content of all in order. Fields beside the content are those of the
   * latest that has them. `undefined`: they cannot be one message.
   */
  join(messages: readonly unknown[]): unknown
  /** New raw messages from neutral ones, for conversion. Opaque blocks that this format cannot express are left out. */
  create(messages: readonly Message[]): readonly unknown[]
}
