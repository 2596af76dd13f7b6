/** The compactions that agents made: what the agent used afterwards, and how much of it each view shows. */
import { atomsIn, holds } from '../../measure/probes/atoms.ts'
import { messageText } from '../../scan/spoken-text.ts'
import type { Counters } from '../../tokens/counters.ts'
import { present } from '../../tokens/json-value.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import type { Message } from '../../types.ts'
import { fittedView } from './fitted-view.ts'
import { type History, prepareHistory } from './history.ts'
import type { Method } from './method.ts'
import { informationMeter, nextActions } from './predictive-information.ts'
import type { CompactionScores, CompactionSummary, OfCase } from './report.ts'

export interface Compaction {
  /** It happened before this message. */
  readonly at: number
  /** First message since the compaction before it. */
  readonly from: number
  /** Message of the next compaction, or the end. */
  readonly to: number
  readonly summary?: string
  readonly trigger?: string
}

/** Every compaction that the log recorded, in order. */
export function compactionsOf({ events, messages }: Transcript): readonly Compaction[] {
  const recorded = events
    .filter(event => event.type === 'compaction')
    .toSorted((one, other) => one.at - other.at)
  return recorded.map(({ at, summary, trigger }, index) => ({
    at,
    from: recorded[index - 1]?.at ?? 0,
    to: recorded[index + 1]?.at ?? messages.length,
    ...present({ summary, trigger }),
  }))
}

/** The messages after it, without the one that carries the summary: the agent did not act there. */
export function futureOf({ at, to, summary }: Compaction, messages: readonly Message[]): readonly Message[] {
  const future = messages.slice(at, to)
  if (summary === undefined) return future
  const start = summary.trim().slice(0, recognisable)
  const carrier = future.findIndex(
    message => message.role === 'user' && start !== '' && messageText(message).includes(start),
  )
  return carrier < 0 ? future : future.toSpliced(carrier, 1)
}

/** Characters by which a summary is recognized. */
const recognisable = 200

export interface CompactionRow {
  readonly method: string
  readonly scores: OfCase<Omit<CompactionScores, 'method' | 'cases'>>
}

interface CompactionEvaluation {
  readonly rows: readonly CompactionRow[]
  readonly summary: CompactionSummary
}

interface CompactionSettings {
  readonly methods: readonly Method[]
  readonly counters: Counters
  readonly examples: number
}

/** One after another. A compaction has no rows if its summary is unreadable, or if nothing was used after it. */
export async function* evaluateCompactions(
  transcript: Transcript,
  whole: History,
  settings: CompactionSettings,
): AsyncGenerator<CompactionEvaluation> {
  for (const compaction of compactionsOf(transcript))
    yield await evaluateCompaction(compaction, whole, settings)
}

async function evaluateCompaction(
  compaction: Compaction,
  whole: History,
  { methods, counters, examples }: CompactionSettings,
): Promise<CompactionEvaluation> {
  const { at, from, summary, trigger } = compaction
  const next = nextActions(futureOf(compaction, whole.messages))
  const raw = whole.raw.slice(from, at)
  const before = prepareHistory(raw, whole.format, summary === undefined ? {} : { summary }, counters)
  const known = atomsIn(before.text)
  const used = [...atomsIn(next).keys()].filter(atom => known.has(atom))
  const tokensAfter = summary === undefined ? 0 : counters.counter.count(summary)
  const plain = { at, tokensBefore: before.tokens, tokensAfter, ...present({ trigger }) }
  if (summary === undefined || tokensAfter === 0 || used.length === 0) return { rows: [], summary: plain }
  const history = { ...before, needed: used }
  const meter = informationMeter(next, history.text)
  const rows: CompactionRow[] = []
  const shown: Record<string, number> = {}
  for (const method of methods) {
    const fitted = await fittedView(method, history, tokensAfter)
    if (fitted === undefined) continue
    const { view, tokens } = fitted
    const count = used.filter(atom => holds(view.text, atom)).length
    shown[method.name] = count
    const size = tokens / tokensAfter
    rows.push({
      method: method.name,
      scores: { used: count / used.length, information: meter(view.text), size },
    })
  }
  const lost = used.filter(atom => !holds(summary, atom)).slice(0, examples)
  return { rows, summary: { ...plain, outcome: { used: used.length, shown, lost } } }
}
