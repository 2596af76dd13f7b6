/** Ten compressions in a row with new messages between, beside the same history compressed once. */
import { evaluateDecay } from '../src/tools/evaluate/evaluate-decay.ts'
import type { History } from '../src/tools/evaluate/history.ts'
import { type Averaged, Averages } from '../src/tools/evaluate/report-builder.ts'
import { inRounds } from './strategy-methods.ts'

type Scores = Record<string, number>

export interface RoundsRow {
  readonly method: string
  readonly round: number
  readonly cases: number
  readonly scores: Averaged<Scores>
  /** The same histories compressed once. */
  readonly once: Averaged<Scores>
}

interface Sums {
  readonly method: string
  readonly round: number
  readonly scores: Averages<Scores>
  readonly once: Averages<Scores>
}

export class StrategyRounds {
  readonly #share: number
  readonly #sums = new Map<string, Sums>()

  constructor(share: number) {
    this.#share = share
  }

  async add(history: History): Promise<void> {
    for (const { method, round, scores, once } of await evaluateDecay(history, inRounds(), this.#share)) {
      const key = `${round} ${method}`
      const known = this.#sums.get(key) ?? sumsOf(method, round)
      this.#sums.set(key, known)
      known.scores.add(scores)
      known.once.add(once)
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

function sumsOf(method: string, round: number): Sums {
  return { method, round, scores: new Averages<Scores>(), once: new Averages<Scores>() }
}
