/** What a caller hands over to ask a model, and the contract of each. */
import type { Role } from '../types.ts'

/** What a model gets beside the text. */
export interface AskContext {
  /** Who said the text. */
  readonly role: Role
  /** Aborted when the caller waits no longer. */
  readonly signal: AbortSignal
  /** Words that must not be lost: a summary keeps them letter for letter. */
  readonly preserveTerms?: readonly string[]
}

export interface SummaryContext extends AskContext {
  /** How long the summary should be at most. */
  readonly maxTokens: number
  /** Titles of the sections that the summary should have, in this order. */
  readonly sections?: readonly string[]
}

/**
 * Contract: may answer at once or later, may throw, may be slow, may be wrong. Its answer is a proposal: it is used
 * only if it is shorter in tokens and quotes truthfully, and whatever else happens costs nothing but its time.
 */
export type Summarizer = (text: string, context: SummaryContext) => string | Promise<string>

/** Whether a text is better kept as it is. */
export interface Classification {
  readonly decision: 'preserve' | 'compress'
  /** From 0 to 1. @default 1 */
  readonly confidence?: number | undefined
  /** A few words for the trace. */
  readonly reason?: string | undefined
}

/** Contract: as that of a summarizer. What the rules protect is never asked about; without a sound answer they decide. */
export type Classifier = (text: string, context: AskContext) => Classification | Promise<Classification>

/** `hybrid`: asked about what the rules would shorten as a whole. `full`: about every text that nothing protects. */
export type ClassifierMode = 'hybrid' | 'full'

/** What a model may write of a session: prose, which is shown as no speaker's words. */
export interface LedgerProse {
  readonly intent?: string
  readonly state?: string
  readonly next: readonly string[]
  readonly decisions: readonly { readonly decision: string; readonly why?: string }[]
}

/**
 * Contract: as that of a summarizer. Of its answer, which should be a `LedgerProse`, each entry is used only if it quotes
 * truthfully, holds no secret and names no path, identifier or number that the session does not name.
 */
export type LedgerWriter = (text: string, context: SummaryContext) => unknown

/** What the writer of a note gets beside the view that it writes from. */
export interface NoteContext {
  /** How long the note should be at most. */
  readonly maxTokens: number
  /** What the reader of the note sees beside it, to the letter. */
  readonly beside: string
  /** The note of an earlier round of the same session. */
  readonly earlier?: string
  /** Aborted when the caller waits no longer. */
  readonly signal: AbortSignal
  /** Words that must not be lost. */
  readonly preserveTerms?: readonly string[]
}

/** A note with what its call took, where that is known. */
export interface WrittenNote {
  readonly text: string
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/**
 * Contract: as that of a summarizer. Writes a note from a larger view of a session, never from the session itself; of its
 * answer each sentence is used only if it quotes truthfully and names only what the session names.
 */
export type NoteWriter = (
  view: string,
  context: NoteContext,
) => string | WrittenNote | Promise<string | WrittenNote>

/** How an endpoint is spoken to: OpenAI's chat completions, Anthropic's messages, or Gemini's generateContent. */
export type EndpointKind = 'openai' | 'anthropic' | 'gemini'

/** A model behind an address. */
export interface EndpointOptions {
  /** A host, a base URL or the whole address: `http://localhost:11434`, `https://api.example.com/v1`. */
  readonly url: string
  readonly model: string
  readonly kind: EndpointKind
  readonly apiKey?: string | undefined
  /** Further headers, such as `api-key`. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Further fields of the request, such as `temperature` or `max_tokens`. @default {} */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined
}
