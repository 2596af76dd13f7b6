/** Every strategy on sessions of two coding agents: its view at its own size and under budgets, its rounds, its ledger. */
import { artifactTrail } from '../src/evaluate/artifact-trail.ts'
import { type Averaged, Averages } from '../src/evaluate/average.ts'
import { type CutScores, evaluateCuts } from '../src/evaluate/evaluate-cuts.ts'
import { evaluateDecay } from '../src/evaluate/evaluate-decay.ts'
import { type History, prepareHistory } from '../src/evaluate/history.ts'
import type { Method } from '../src/evaluate/method.ts'
import { viewSaying } from '../src/evaluate/methods/text-view.ts'
import { formatNamed } from '../src/formats/index.ts'
import { createLedger } from '../src/ledger/create-ledger.ts'
import { renderLedger } from '../src/ledger/markdown/render-ledger.ts'
import { countersFor } from '../src/measure/tokens/counters.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { askMeetings, meetingFiles, type QuestionRow } from './questions.ts'
import { evenly, sampleSize, writeResults, writeTable } from './results.ts'
import { readSessions } from './session-files.ts'
import { byDefault, gated, inRounds, Stopwatch, underBudget } from './strategy-methods.ts'
import { budgetsTable, defaultsTable, gateTable, ledgerTable, roundsTable } from './strategy-tables.ts'

export const budgets: readonly number[] = [0.3, 0.15]
/** 60 to 80 % less, where the seed of the idea wants nine of ten questions answered. */
export const gateBudgets: readonly number[] = [0.4, 0.3, 0.2]
const roundsBudget = 0.15
/** Rounds take long: ten compressions and ten more to hold them against, for each method. */
const mostInRounds = 10

export interface StrategyRow {
  readonly method: string
  /** Absent at the strategy's own default. */
  readonly share?: number
  readonly cases: number
  readonly scores: Averaged<CutScores>
  /** CPU milliseconds of one view. */
  readonly latency: { readonly median: number; readonly slowest: number }
}

export interface RoundsRow {
  readonly method: string
  readonly round: number
  readonly cases: number
  readonly scores: Averaged<Record<string, number>>
  /** The same histories compressed once. */
  readonly once: Averaged<Record<string, number>>
}

export interface LedgerRow {
  readonly sessions: number
  readonly least: number
  readonly f1: Averaged<{ f1: number; precision: number; recall: number }>
}

export interface StrategyResults {
  readonly sessions: number
  readonly tokens: number
  readonly byDefault: readonly StrategyRow[]
  readonly underBudget: readonly StrategyRow[]
  readonly gate: readonly StrategyRow[]
  readonly rounds: readonly RoundsRow[]
  readonly ledger: LedgerRow
  readonly questions: {
    readonly byDefault: readonly QuestionRow[]
    readonly underBudget: readonly QuestionRow[]
  }
}

export async function benchStrategies(most: number = sampleSize()): Promise<void> {
  const files = evenly(
    corpusSessions().filter(file => /\/(?:claude-code|codex)\//.test(file)),
    most,
  )
  const defaults = new Cases(byDefault, [1])
  const fitted = new Cases(underBudget, budgets)
  const gates = new Cases(gated, gateBudgets)
  const rounds = new Rounds()
  const ledgers: { readonly f1: number; readonly precision: number; readonly recall: number }[] = []
  let tokens = 0
  for await (const { name, transcript } of readSessions(files)) {
    const history = prepareHistory(transcript.messages, formatNamed(transcript.format), {}, countersFor({}))
    process.stderr.write(`strategies: ${name}, ${history.tokens} tokens\n`)
    tokens += history.tokens
    const trail = ledgerTrail(history)
    if (trail !== undefined) ledgers.push(trail)
    for (const cases of [defaults, fitted, gates]) await cases.add(history)
    await rounds.add(history)
  }
  const meetings = evenly(meetingFiles(), most)
  const results: StrategyResults = {
    sessions: files.length,
    tokens,
    byDefault: defaults.rows.map(({ share: _, ...row }) => row),
    underBudget: fitted.rows,
    gate: gates.rows,
    rounds: rounds.rows,
    ledger: ledgerRow(ledgers),
    questions: {
      byDefault: await askMeetings(meetings, byDefault, [1]),
      underBudget: await askMeetings(meetings, underBudget, budgets),
    },
  }
  writeResults('strategies', results, defaultsTable(results))
  writeTable('strategies-budgets', budgetsTable(results))
  writeTable('strategies-gate', gateTable(results))
  writeTable('strategies-rounds', roundsTable(results))
  writeTable('strategies-ledger', ledgerTable(results))
}

/** Some methods at some budgets, cut after cut. */
class Cases {
  readonly #methods: readonly Method[]
  readonly #shares: readonly number[]
  readonly #watches = new Map<number, Stopwatch>()
  readonly #sums = new Map<string, Averages<CutScores>>()

  constructor(methods: readonly Method[], shares: readonly number[]) {
    this.#methods = methods
    this.#shares = shares
    for (const share of shares) this.#watches.set(share, new Stopwatch())
  }

  async add(history: History): Promise<void> {
    for (const [share, watch] of this.#watches) {
      const settings = {
        shares: [share],
        methods: this.#methods.map(method => watch.timed(method)),
        counters: history.counters,
        clock: cpuMilliseconds,
        examples: 0,
      }
      for await (const { rows } of evaluateCuts(history, settings))
        for (const { method, scores } of rows) {
          const known = this.#sums.get(`${share} ${method}`) ?? new Averages<CutScores>()
          known.add(scores)
          this.#sums.set(`${share} ${method}`, known)
        }
    }
  }

  get rows(): readonly Required<StrategyRow>[] {
    return this.#shares.flatMap(share =>
      this.#methods.flatMap(({ name: method }) => {
        const averages = this.#sums.get(`${share} ${method}`)
        const watch = this.#watches.get(share)
        if (averages === undefined || watch === undefined) return []
        const latency = watch.latency(method)
        return [{ method, share, cases: averages.cases, scores: averages.means, latency }]
      }),
    )
  }
}

class Rounds {
  #sessions = 0
  readonly #sums = new Map<
    string,
    { method: string; round: number; scores: Averages<Scores>; once: Averages<Scores> }
  >()

  async add(history: History): Promise<void> {
    if (this.#sessions >= mostInRounds) return
    const rows = await evaluateDecay(history, inRounds(), roundsBudget)
    if (rows.length > 0) this.#sessions += 1
    for (const { method, round, scores, once } of rows) {
      const key = `${round} ${method}`
      const known = this.#sums.get(key) ?? {
        method,
        round,
        scores: new Averages<Scores>(),
        once: new Averages<Scores>(),
      }
      known.scores.add(scores)
      known.once.add(once)
      this.#sums.set(key, known)
    }
  }

  get rows(): readonly RoundsRow[] {
    return Array.from(this.#sums.values(), ({ method, round, scores, once }) => ({
      method,
      round,
      cases: scores.cases,
      scores: scores.means,
      once: once.means,
    }))
  }
}

type Scores = Record<string, number>

/** What the sections read from tool calls say, against those calls; `undefined` where there were none. */
function ledgerTrail({
  messages,
}: History): { readonly f1: number; readonly precision: number; readonly recall: number } | undefined {
  const { text } = renderLedger(createLedger(messages), { caps: {} })
  const artifacts = text.slice(text.indexOf('## Files'), text.indexOf('## Errors'))
  const { expected, f1, precision, recall } = artifactTrail(messages, viewSaying(artifacts).messages).all
  return expected === 0 ? undefined : { f1, precision, recall }
}

function ledgerRow(
  trails: readonly { readonly f1: number; readonly precision: number; readonly recall: number }[],
): LedgerRow {
  const sums = new Averages<{ f1: number; precision: number; recall: number }>()
  for (const trail of trails) sums.add(trail)
  return { sessions: trails.length, least: Math.min(...trails.map(({ f1 }) => f1)), f1: sums.means }
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

if (import.meta.main) await benchStrategies()
