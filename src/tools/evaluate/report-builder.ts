/** Adds up the results of sessions, for all together and for each agent, and builds the report. */
import type { CompactionRow } from './compactions.ts'
import type { CacheRow } from './evaluate-cache-cost.ts'
import type { CutRow } from './evaluate-cuts.ts'
import type { DecayRow } from './evaluate-decay.ts'
import type {
  Average,
  BudgetScores,
  CompactionScores,
  EvaluationReport,
  GroupScores,
  MethodInfo,
  TranscriptSummary,
} from './report.ts'

export interface TranscriptEvaluation {
  readonly summary: TranscriptSummary
  readonly cuts: readonly CutRow[]
  readonly compactions: readonly CompactionRow[]
  readonly cacheCost: readonly CacheRow[]
  readonly decay: readonly DecayRow[]
}

export class ReportBuilder {
  readonly #methods: readonly MethodInfo[]
  readonly #shares: readonly number[]
  readonly #all = new Group()
  readonly #agents = new Map<string, Group>()
  readonly #transcripts: TranscriptSummary[] = []
  readonly #skipped: { readonly name: string; readonly why: string }[] = []

  constructor(methods: readonly MethodInfo[], shares: readonly number[]) {
    this.#methods = methods
    this.#shares = shares
  }

  add(evaluation: TranscriptEvaluation): void {
    const { summary } = evaluation
    this.#transcripts.push(summary)
    if (summary.cuts.length + summary.compactions.length === 0)
      this.skip(summary.name, 'too short, or nothing in it was needed again')
    const group = this.#agents.get(summary.agent) ?? new Group()
    this.#agents.set(summary.agent, group)
    for (const each of [this.#all, group]) each.add(evaluation)
  }

  skip(name: string, why: string): void {
    this.#skipped.push({ name, why })
  }

  report(counter: string): EvaluationReport {
    const agents = this.#agents.size > 1 ? [...this.#agents] : []
    const names = this.#methods.map(({ name }) => name)
    return {
      version: 1,
      shares: this.#shares,
      counter,
      methods: this.#methods.map(({ name, describe, kind, missing }) => ({
        name,
        describe,
        kind,
        ...(missing === undefined ? {} : { missing }),
      })),
      groups: [['all', this.#all] as const, ...agents].map(([name, group]) =>
        group.scores(name, names, this.#shares),
      ),
      transcripts: this.#transcripts,
      skipped: this.#skipped,
    }
  }
}

/** Sums of rows of one kind; the first row provides what they have in common. */
interface Summed<Row extends { readonly scores: object }> {
  readonly row: Row
  readonly averages: Averages<Row['scores']>
}

function addRow<Row extends { readonly scores: object }>(
  rows: Map<string, Summed<Row>>,
  key: string,
  row: Row,
): void {
  const known = rows.get(key) ?? { row, averages: new Averages<Row['scores']>() }
  known.averages.add(row.scores)
  rows.set(key, known)
}

class Group {
  #transcripts = 0
  #tokens = 0
  readonly #cuts = new Map<string, Summed<CutRow>>()
  readonly #compactions = new Map<string, Summed<CompactionRow>>()
  readonly #decay = new Map<string, Summed<DecayRow>>()
  readonly #cacheCost = new Map<string, Summed<CacheRow>>()

  add({ summary, cuts, compactions, decay, cacheCost }: TranscriptEvaluation): void {
    this.#transcripts += 1
    this.#tokens += summary.tokens
    for (const row of cuts) addRow(this.#cuts, cutKey(row.method, row.share), row)
    for (const row of compactions) addRow(this.#compactions, row.method, row)
    for (const row of decay) addRow(this.#decay, decayKey(row.method, row.share, row.round), row)
    for (const row of cacheCost) addRow(this.#cacheCost, `${row.prices} ${row.policy}`, row)
  }

  scores(name: string, methods: readonly string[], shares: readonly number[]): GroupScores {
    return {
      name,
      transcripts: this.#transcripts,
      tokens: this.#tokens,
      budgets: methods.flatMap(method => shares.flatMap(share => this.#budgetScores(method, share))),
      compactions: methods.flatMap((method): CompactionScores[] => {
        const averages = this.#compactions.get(method)?.averages
        return averages === undefined ? [] : [{ method, cases: averages.cases, ...averages.means }]
      }),
      decay: [...this.#decay.values()].map(({ row: { method, share, round }, averages }) => ({
        method,
        share,
        round,
        cases: averages.cases,
        scores: averages.means,
      })),
      cacheCost: [...this.#cacheCost.values()].map(({ row: { policy, describe, prices }, averages }) => ({
        policy,
        describe,
        prices,
        sessions: averages.cases,
        ...averages.means,
      })),
    }
  }

  #budgetScores(method: string, share: number): readonly BudgetScores[] {
    const averages = this.#cuts.get(cutKey(method, share))?.averages
    if (averages === undefined) return []
    const { rules, ...means } = averages.means
    const survival = [
      ...(rules === undefined ? [] : [{ rounds: 1, kept: rules }]),
      ...laterRounds.flatMap(rounds => {
        const kept = this.#decay.get(decayKey(method, share, rounds))?.averages.means['rules']
        return kept === undefined ? [] : [{ rounds, kept }]
      }),
    ]
    return [
      {
        method,
        share,
        cases: averages.cases,
        ...means,
        ...(survival.length === 0 ? {} : { rules: survival }),
      },
    ]
  }
}

/** The rounds of compression after which rules are counted again. */
const laterRounds = [5, 10]

function cutKey(method: string, share: number): string {
  return `${share} ${method}`
}

function decayKey(method: string, share: number, round: number): string {
  return `${round} ${share} ${method}`
}

/** The same tree with a mean in place of each number. A case without a number does not count for it. */
export type Averaged<Scores> = {
  readonly [Key in keyof Scores]: Exclude<Scores[Key], undefined> extends number
    ? Average
    : Averaged<Scores[Key]>
}

/** Numbers by name, at any depth. */
interface ScoreTree {
  readonly [name: string]: number | ScoreTree | undefined
}

interface Sums {
  [name: string]: { sum: number; cases: number } | Sums
}

/** Adds up cases without keeping them. */
export class Averages<Scores extends object> {
  readonly #sums: Sums = {}
  cases = 0

  add(scores: Scores): void {
    this.cases += 1
    addTo(this.#sums, scores as ScoreTree)
  }

  get means(): Averaged<Scores> {
    return meansOf(this.#sums) as Averaged<Scores>
  }
}

function addTo(sums: Sums, scores: ScoreTree): void {
  for (const [name, value] of Object.entries(scores)) {
    if (value === undefined) continue
    if (typeof value !== 'number') {
      sums[name] ??= {}
      addTo(sums[name] as Sums, value)
      continue
    }
    const { sum, cases } = (sums[name] as { sum: number; cases: number } | undefined) ?? { sum: 0, cases: 0 }
    sums[name] = { sum: sum + value, cases: cases + 1 }
  }
}

function meansOf(sums: Sums): unknown {
  return Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [
      name,
      isSum(value) ? { mean: value.sum / value.cases, cases: value.cases } : meansOf(value),
    ]),
  )
}

function isSum(value: Sums[string]): value is { sum: number; cases: number } {
  return typeof value.cases === 'number'
}
