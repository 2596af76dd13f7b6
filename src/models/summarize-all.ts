/** Asks a model for many summaries, and checks each. */
import type { Note, Role, TokenCounter } from '../types.ts'
import { type AskLimits, type AskRequest, askAll, askDefaults } from './ask-all.ts'
import { judgeSummary } from './judge-summary.ts'
import type { Summarizer } from './model.ts'
import { type Asked, type SummaryOutcome, summaryNotes } from './outcome-notes.ts'

export interface SummaryRequest extends AskRequest {
  readonly role: Role
  /** @default 300 */
  readonly maxTokens?: number
  readonly preserveTerms?: readonly string[] | undefined
  readonly sections?: readonly string[] | undefined
}

interface SummarizeOptions extends AskLimits {
  readonly summarizer: Summarizer
  /** Decides whether a summary is smaller. */
  readonly counter: TokenCounter
}

const summarizeDefaults: typeof askDefaults & { readonly maxTokens: number } = {
  ...askDefaults,
  maxTokens: 300,
}

interface Summaries {
  /** Accepted summaries by key. */
  readonly results: ReadonlyMap<string, string>
  /** The outcome of each request, in order. */
  readonly outcomes: readonly SummaryOutcome[]
  readonly notes: readonly Note[]
  /** Calls made in this run. */
  readonly calls: number
}

/** Never rejects. Requests with the same text share one call, with the options of the first of them. */
export async function summarizeAll(
  requests: readonly SummaryRequest[],
  options: SummarizeOptions,
): Promise<Summaries> {
  const ask = async (request: SummaryRequest, signal: AbortSignal): Promise<Asked> => {
    const { text, role, preserveTerms, sections, maxTokens = summarizeDefaults.maxTokens } = request
    const terms = preserveTerms === undefined ? {} : { preserveTerms }
    const answer = await options.summarizer(text, {
      role,
      maxTokens,
      signal,
      ...terms,
      ...(sections === undefined ? {} : { sections }),
    })
    const verdict = judgeSummary(text, answer, options.counter, options.hide)
    return verdict.accepted
      ? { outcome: 'accepted', summary: verdict.summary, tokens: verdict.tokens }
      : { outcome: 'rejected', reason: verdict.reason, why: verdict.why }
  }
  const { outcomes, calls } = await askAll<SummaryRequest, Asked>(requests, { ...options, ask })
  const results = new Map<string, string>()
  for (const outcome of outcomes)
    if (outcome.outcome === 'accepted') results.set(outcome.key, outcome.summary)
  return { results, outcomes, notes: summaryNotes(outcomes), calls }
}
