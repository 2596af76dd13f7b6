/** The few best of very many ranges, kept in bounded space. */
import type { AtomRange } from './atom-range.ts'

interface Scored {
  readonly range: AtomRange
  readonly score: number
}

export class BestRanges {
  readonly #most: number
  #kept: Scored[] = []
  #least = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Only ranges of a positive score are kept. */
  add(range: AtomRange, score: number): void {
    if (score <= this.#least) return
    this.#kept.push({ range, score })
    if (this.#kept.length >= this.#most * 4) this.#cut()
  }

  /** Best first; of equals the one that comes first in the text. */
  ranked(): readonly AtomRange[] {
    this.#cut()
    return this.#kept.map(({ range }) => range)
  }

  #cut(): void {
    this.#kept.sort(
      (one, two) =>
        two.score - one.score || one.range.first - two.range.first || two.range.length - one.range.length,
    )
    if (this.#kept.length <= this.#most) return
    this.#kept = this.#kept.slice(0, this.#most)
    this.#least = this.#kept.at(-1)?.score ?? 0
  }
}
