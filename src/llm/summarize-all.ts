/** Asks a model for many summaries: each text once, a few at a time, and never in a way that can fail the caller. */
import { hashText } from '../measure/hash.ts'
import type { Note, Role, Summarizer, TokenCounter } from '../types.ts'
import { failureText } from './failure-text.ts'
import { judgeSummary, type Verdict } from './judge-summary.ts'
import { type Asked, type SummaryOutcome, summaryNotes } from './summary-outcome.ts'
import { withinDeadline } from './within-deadline.ts'

export interface SummaryRequest {
  /** The caller's name for this request. */
  readonly key: string
  readonly text: string
  readonly role: Role
  /** @default 300 */
  readonly maxTokens?: number
  readonly preserveTerms?: readonly string[]
}

/** Answers by the hash of their text, good and bad: what was asked once is not asked again. */
export type SummaryMemo = Map<string, Asked>

export interface SummarizeOptions {
  readonly summarizer: Summarizer
  /** Decides whether a summary is smaller. */
  readonly counter: TokenCounter
  /** Calls at the same time. @default 4 */
  readonly concurrency?: number | undefined
  /** The longest wait for one answer. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** The most calls of one run; texts beyond them, in the order of the requests, are not summarized. @default 200 */
  readonly maxCalls?: number | undefined
  /** Ends the whole run: open calls are given up, the rest are not made. */
  readonly signal?: AbortSignal | undefined
  /** Pass the same map again to ask for no text twice in several runs. @default a fresh one */
  readonly memo?: SummaryMemo | undefined
}

export const summarizeDefaults = {
  maxTokens: 300,
  concurrency: 4,
  timeoutMs: 30_000,
  maxCalls: 200,
} as const

export interface Summaries {
  /** Accepted summaries by key. */
  readonly results: ReadonlyMap<string, string>
  /** What happened, for each request in order. */
  readonly outcomes: readonly SummaryOutcome[]
  readonly notes: readonly Note[]
  /** Calls made in this run. */
  readonly calls: number
}

/** Never rejects. Requests with the same text share one call, made as the first of them asks. */
export async function summarizeAll(
  requests: readonly SummaryRequest[],
  options: SummarizeOptions,
): Promise<Summaries> {
  const memo = options.memo ?? new Map<string, Asked>()
  const hashes = requests.map(({ text }) => hashText(text))
  const unknown = new Map<string, SummaryRequest>()
  requests.forEach((request, index) => {
    const hash = hashes[index] ?? ''
    if (!memo.has(hash) && !unknown.has(hash)) unknown.set(hash, request)
  })
  const maxCalls = Math.max(0, options.maxCalls ?? summarizeDefaults.maxCalls)
  const queue = [...unknown].slice(0, maxCalls)
  const known = new Map(memo)
  let calls = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [hash, request] = next
      if (options.signal?.aborted !== true) calls += 1
      const answer = await ask(request, options)
      known.set(hash, answer)
      if (answer.outcome !== 'aborted') memo.set(hash, answer)
    }
  }
  const workers = Math.max(1, options.concurrency ?? summarizeDefaults.concurrency)
  await Promise.all(Array.from({ length: Math.min(workers, queue.length) }, work))

  const overCap: Asked = { outcome: 'over-cap', why: `at most ${maxCalls} calls` }
  const outcomes = requests.map(({ key }, index) => ({ key, ...(known.get(hashes[index] ?? '') ?? overCap) }))
  const results = new Map<string, string>()
  for (const outcome of outcomes)
    if (outcome.outcome === 'accepted') results.set(outcome.key, outcome.summary)
  return { results, outcomes, notes: summaryNotes(outcomes), calls }
}

async function ask(request: SummaryRequest, options: SummarizeOptions): Promise<Asked> {
  const { text, role, preserveTerms, maxTokens = summarizeDefaults.maxTokens } = request
  const timeoutMs = options.timeoutMs ?? summarizeDefaults.timeoutMs
  const terms = preserveTerms === undefined ? {} : { preserveTerms }
  const judged = async (signal: AbortSignal): Promise<Verdict> =>
    judgeSummary(text, await options.summarizer(text, { role, maxTokens, signal, ...terms }), options.counter)
  const ending = await withinDeadline(judged, timeoutMs, options.signal)
  switch (ending.ending) {
    case 'timed-out':
      return { outcome: 'timed-out', why: `no answer within ${timeoutMs} ms` }
    case 'aborted':
      return { outcome: 'aborted', why: 'the run was aborted' }
    case 'failed':
      return { outcome: 'failed', why: failureText(ending.error) }
    case 'answered':
      return asked(ending.answer)
  }
}

function asked(verdict: Verdict): Asked {
  return verdict.accepted
    ? { outcome: 'accepted', summary: verdict.summary, tokens: verdict.tokens }
    : { outcome: 'rejected', reason: verdict.reason, why: verdict.why }
}
