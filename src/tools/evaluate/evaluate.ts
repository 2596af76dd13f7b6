/** Evaluates sessions one by one: how much each method would have kept of what the agents later used. Adds up the results. */
import { formatOf } from '../../formats/detect-format.ts'
import type { Format } from '../../formats/format.ts'
import { invalidOption } from '../../settings/invalid-option.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'
import { countersFor } from '../../tokens/counters.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { transcriptTokens } from '../../transcripts/transcript-tokens.ts'
import type { Role } from '../../types.ts'
import { type Compaction, type CompactionRow, compactionsOf, evaluateCompactions } from './compactions.ts'
import { evaluateCacheCost } from './evaluate-cache-cost.ts'
import { type CutRow, evaluateCuts } from './evaluate-cuts.ts'
import { evaluateDecay } from './evaluate-decay.ts'
import { type History, prepareHistory } from './history.ts'
import type { Method } from './method.ts'
import { methods as allMethods } from './methods/index.ts'
import type { CompactionSummary, ContextPoint, CutSummary, EvaluationReport, MethodInfo } from './report.ts'
import { ReportBuilder, type TranscriptEvaluation } from './report-builder.ts'

export interface EvaluateOptions {
  /** Budgets, as shares of the history's tokens. @default [0.5, 0.3, 0.15, 0.05] */
  readonly shares?: readonly number[] | undefined
  /** @default every method of our own */
  readonly methods?: readonly Method[] | undefined
  /** Methods that cannot run, to be listed as such. @default [] */
  readonly missing?: readonly MethodInfo[] | undefined
  /** How many lost atoms to name for each cut, budget and compaction. @default 0 */
  readonly examples?: number | undefined
  /** The budget, and the maximum number of sessions, for ten repeated compressions, which take long. @default not at all */
  readonly decay?: { readonly share: number; readonly sessions: number } | undefined
  /** CPU time so far, in milliseconds. @default this process's */
  readonly clock?: (() => number) | undefined
  readonly onProgress?: ((progress: EvaluateProgress) => void) | undefined
}

export interface EvaluateProgress {
  /** The current transcript. */
  readonly name: string
  /** Number of transcripts before it. */
  readonly done: number
  /** Number of its cuts and compactions that are evaluated. */
  readonly cases: number
}

export interface NamedTranscript {
  readonly name: string
  readonly transcript: Transcript
}

export const defaultShares: readonly number[] = [0.5, 0.3, 0.15, 0.05]

export async function evaluateTranscript(
  { name, transcript: recorded }: NamedTranscript,
  options: EvaluateOptions = {},
  onCase: (cases: number) => void = () => {},
): Promise<TranscriptEvaluation> {
  const settings = {
    shares: options.shares ?? defaultShares,
    methods: options.methods ?? allMethods,
    counters: countersFor({}),
    clock: options.clock ?? cpuMilliseconds,
    examples: options.examples ?? 0,
  }
  const format = formatOf(recorded.messages, recorded.format)
  const transcript = withoutInstructions(recorded, format)
  const whole = prepareHistory(transcript.messages, format, {}, settings.counters)
  const cuts: { rows: readonly CutRow[]; summary: CutSummary }[] = []
  const compactions: { rows: readonly CompactionRow[]; summary: CompactionSummary }[] = []
  const report = (): void => onCase(cuts.length + compactions.length)
  for await (const cut of evaluateCuts(whole, settings)) {
    cuts.push(cut)
    report()
  }
  for await (const compaction of evaluateCompactions(transcript, whole, settings)) {
    compactions.push(compaction)
    report()
  }
  return {
    summary: {
      name,
      agent: transcript.agent,
      messages: whole.messages.length,
      tokens: transcriptTokens(recorded, settings.counters.counter),
      context: contextPoints(whole, compactionsOf(transcript)),
      compactions: compactions.map(({ summary }) => summary),
      cuts: cuts.map(({ summary }) => summary),
    },
    cuts: cuts.flatMap(({ rows }) => rows),
    compactions: compactions.flatMap(({ rows }) => rows),
    // The cost includes everything that is sent.
    cacheCost: evaluateCacheCost(
      recorded,
      transcript === recorded ? whole : prepareHistory(recorded.messages, format, {}, settings.counters),
    ),
    decay:
      options.decay === undefined ? [] : await evaluateDecay(whole, settings.methods, options.decay.share),
  }
}

const evaluateNames: NamesOf<EvaluateOptions> = {
  shares: true,
  methods: true,
  missing: true,
  examples: true,
  decay: { share: true, sessions: true },
  clock: true,
  onProgress: true,
}

function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  )
}

/** Evaluates many sessions, one in memory at a time; one that fails is listed with the reason, and the others continue. */
export async function evaluate(
  transcripts: AsyncIterable<NamedTranscript> | Iterable<NamedTranscript>,
  options: EvaluateOptions = {},
): Promise<EvaluationReport> {
  checkNames(options, evaluateNames)
  if (!isIterable(transcripts))
    throw invalidOption('transcripts', transcripts, 'a list, each item { name, transcript }')
  const { methods = allMethods, missing = [], shares = defaultShares, onProgress } = options
  const builder = new ReportBuilder([...methods, ...missing], shares)
  let done = 0
  let decayed = 0
  for await (const named of transcripts) {
    const { name } = named
    const report = (cases: number): void => onProgress?.({ name, done, cases })
    report(0)
    try {
      const isEnough = decayed >= (options.decay?.sessions ?? 0)
      const evaluation = await evaluateTranscript(
        named,
        isEnough ? { ...options, decay: undefined } : options,
        report,
      )
      if (evaluation.decay.length > 0) decayed += 1
      builder.add(evaluation)
    } catch (error) {
      builder.skip(name, error instanceof Error ? error.message : String(error))
    }
    done += 1
  }
  return builder.report(countersFor({}).counter.name)
}

export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const given: ReadonlySet<Role> = new Set(['system', 'developer'])

/** A session without system and developer messages: they come with every request, and no method may change them. */
export function withoutInstructions(transcript: Transcript, format: Format): Transcript {
  const { messages, origins, events } = transcript
  const isSpoken = format.read(messages).map(({ role }) => !given.has(role))
  if (!isSpoken.includes(false)) return transcript
  const before = [0]
  for (const spoken of isSpoken) before.push((before.at(-1) as number) + Number(spoken))
  return {
    ...transcript,
    messages: messages.filter((_, index) => isSpoken[index]),
    origins: origins.filter((_, index) => isSpoken[index]),
    events: events.map(event => ({ ...event, at: before[event.at] ?? (before.at(-1) as number) })),
  }
}

const maxPoints = 200

/** A compaction empties the context; its summary is the message that follows. */
export function contextPoints(
  { messages, parts }: History,
  compactions: readonly Compaction[],
): readonly ContextPoint[] {
  const costs = new Array<number>(messages.length).fill(0)
  for (const { message, tokens } of parts) costs[message] = (costs[message] as number) + tokens
  const emptied = new Set(compactions.map(({ at }) => at))
  const step = Math.max(1, Math.ceil(messages.length / maxPoints))
  let tokens = 0
  return costs.flatMap((cost, message) => {
    tokens = (emptied.has(message) ? 0 : tokens) + cost
    const isShown =
      message % step === 0 ||
      message === messages.length - 1 ||
      emptied.has(message) ||
      emptied.has(message + 1)
    return isShown ? [{ message, tokens }] : []
  })
}
