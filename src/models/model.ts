/** The functions that a caller passes to ask models, and their contracts. */
import type { Role } from '../types.ts'

/** What a model gets beside the text. */
export interface AskContext {
  /** The author of the text. */
  readonly role: Role
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal
  /** Words that must not be lost: a summary keeps them letter for letter. */
  readonly preserveTerms?: readonly string[]
}

export interface SummaryContext extends AskContext {
  /** Maximum length of the summary. */
  readonly maxTokens: number
  /** Titles of the sections that the summary should have, in this order. */
  readonly sections?: readonly string[]
}

/**
 * Contract: may be synchronous or not, may throw, be slow, or be wrong. Its answer is a proposal: it is used only if it has
 * fewer tokens and quotes correctly. A failure costs nothing but time.
 */
export type Summarizer = (text: string, context: SummaryContext) => string | Promise<string>

/** Whether a text should be kept as it is. */
export interface Classification {
  readonly decision: 'preserve' | 'compress'
  /** From 0 to 1. @default 1 */
  readonly confidence?: number | undefined
  /** A few words for the trace. */
  readonly reason?: string | undefined
}

/** Contract: as for a summarizer. Protected texts are never asked about; without a valid answer the rules decide. */
export type Classifier = (text: string, context: AskContext) => Classification | Promise<Classification>

/** `hybrid`: asked only about texts that the rules would shorten as a whole. `full`: about every text that nothing protects. */
export type ClassifierMode = 'hybrid' | 'full'

/** Prose that a model writes about a session; it is not shown as anybody's words. */
export interface LedgerProse {
  readonly intent?: string
  readonly state?: string
  readonly next: readonly string[]
  readonly decisions: readonly { readonly decision: string; readonly why?: string }[]
}

/**
 * Contract: as for a summarizer. Its answer should be a `LedgerProse`; each entry is used only if it quotes correctly, contains
 * no secret and names no path, identifier or number that the session does not contain.
 */
export type LedgerWriter = (text: string, context: SummaryContext) => unknown

/** What the writer of a note gets beside the view that it writes from. */
export interface NoteContext {
  /** Maximum length of the note. */
  readonly maxTokens: number
  /** The text that is shown beside the note, verbatim. */
  readonly beside: string
  /** The note of an earlier round of the same session. */
  readonly earlier?: string
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal
  /** Words that must not be lost. */
  readonly preserveTerms?: readonly string[]
}

/** A note, and the usage of its call where that is known. */
export interface WrittenNote {
  readonly text: string
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/**
 * Contract: as for a summarizer. Writes a note from a larger view of a session, never from the session itself; each sentence is
 * used only if it quotes correctly and names only what the session contains.
 */
export type NoteWriter = (
  view: string,
  context: NoteContext,
) => string | WrittenNote | Promise<string | WrittenNote>

/** The API of an endpoint: OpenAI's chat completions, Anthropic's messages, or Gemini's generateContent. */
export type EndpointKind = 'openai' | 'anthropic' | 'gemini'

/** A model at an address. */
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
