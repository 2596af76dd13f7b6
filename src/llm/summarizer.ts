/** The one seam to a model: a function from a text to a shorter one. */
import type { Role } from '../types.ts'

export interface SummaryContext {
  /** Who said the text. */
  readonly role: Role
  /** How long the summary should be at most. */
  readonly maxTokens: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Words that the summary should keep letter for letter. */
  readonly preserveTerms?: readonly string[]
}

/**
 * Contract: may answer at once or later, may throw, may be slow, may be wrong. Its answer is a proposal: it is used
 * only if it is shorter in tokens and quotes truthfully, and whatever else happens costs nothing but its time.
 */
export type Summarizer = (text: string, context: SummaryContext) => string | Promise<string>
