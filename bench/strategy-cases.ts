/** Some methods at some budgets, at every cut of every session that is added. */
import { cpuMilliseconds } from '../src/tools/evaluate/evaluate.ts'
import { type CutScores, evaluateCuts } from '../src/tools/evaluate/evaluate-cuts.ts'
import type { History } from '../src/tools/evaluate/history.ts'
import type { Method } from '../src/tools/evaluate/method.ts'
import { type Averaged, Averages } from '../src/tools/evaluate/report-builder.ts'

export interface StrategyRow {
  readonly method: string
  /** Of the tokens before; 1 where the strategy chooses its own size. */
  readonly share: number
  readonly cases: number
  readonly scores: Averaged<CutScores>
  /** CPU milliseconds of one view. */
  readonly latency: Latency
}

export interface Latency {
  readonly median: number
  readonly slowest: number
}

export class StrategyCases {
  readonly #methods: readonly Method[]
  readonly #shares: readonly number[]
  readonly #known = new Map<string, { readonly averages: Averages<CutScores>; readonly times: number[] }>()

  constructor(methods: readonly Method[], shares: readonly number[]) {
    this.#methods = methods
    this.#shares = shares
  }

  async add(history: History): Promise<void> {
    for (const share of this.#shares) {
      const settings = {
        shares: [share],
        methods: this.#methods.map(method => this.#timed(method, share)),
        counters: history.counters,
        clock: cpuMilliseconds,
        examples: 0,
      }
      for await (const { rows } of evaluateCuts(history, settings))
        for (const { method, scores } of rows) this.#of(method, share).averages.add(scores)
    }
  }

  get rows(): readonly StrategyRow[] {
    return this.#methods.flatMap(({ name: method }) =>
      this.#shares.flatMap(share => {
        const { averages, times } = this.#of(method, share)
        const { cases, means } = averages
        return cases === 0 ? [] : [{ method, share, cases, scores: means, latency: latencyOf(times) }]
      }),
    )
  }

  #of(method: string, share: number): { readonly averages: Averages<CutScores>; readonly times: number[] } {
    const key = `${share} ${method}`
    const known = this.#known.get(key) ?? { averages: new Averages<CutScores>(), times: [] }
    this.#known.set(key, known)
    return known
  }

  #timed(method: Method, share: number): Method {
    const { times } = this.#of(method.name, share)
    return {
      ...method,
      view: async (history, tokens) => {
        const start = cpuMilliseconds()
        const view = await method.view(history, tokens)
        times.push(cpuMilliseconds() - start)
        return view
      },
    }
  }
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((one, other) => one - other)
  return { median: sorted[sorted.length >> 1] ?? Number.NaN, slowest: sorted.at(-1) ?? Number.NaN }
}
