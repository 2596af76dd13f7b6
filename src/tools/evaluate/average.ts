/** Means over cases, of any tree of numbers. */
import type { Average } from './report.ts'

/** The same tree with a mean where each number stood. A number that a case does not have does not count for it. */
export type Averaged<Scores> = {
  readonly [Key in keyof Scores]: Exclude<Scores[Key], undefined> extends number
    ? Average
    : Averaged<Scores[Key]>
}

/** Numbers by name, in any depth. */
export interface ScoreTree {
  readonly [name: string]: number | ScoreTree | undefined
}

interface Sums {
  [name: string]: { sum: number; cases: number } | Sums
}

/** Adds up the cases and forgets them. */
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
