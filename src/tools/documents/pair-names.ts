/** Gives each pair of numbers a number of its own, counts it and remembers where it came first. */

const golden = 0x9e3779b1
const mixer = 0x85ebca6b

/** Open addressing over flat arrays: a fifth of the time of a `Map` for millions of pairs. */
export class PairNames {
  size = 0
  readonly counts: Int32Array
  /** Where each pair came first. */
  readonly firsts: Int32Array
  readonly #slots: Int32Array
  readonly #left: Int32Array
  readonly #right: Int32Array
  readonly #mask: number

  /** For at most so many different pairs. */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, most * 2)))
    this.#mask = slots - 1
    this.#slots = new Int32Array(slots)
    this.#left = new Int32Array(most)
    this.#right = new Int32Array(most)
    this.counts = new Int32Array(most)
    this.firsts = new Int32Array(most)
  }

  /** The name of the pair, counted once more. */
  add(left: number, right: number, place: number): number {
    let hash = Math.imul(left ^ Math.imul(right, mixer), golden)
    hash ^= hash >>> 15
    hash = Math.imul(hash, mixer)
    for (let slot = (hash ^ (hash >>> 13)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const name = (this.#slots[slot] as number) - 1
      if (name < 0) return this.#insert(slot, left, right, place)
      if (this.#left[name] !== left || this.#right[name] !== right) continue
      this.counts[name] = (this.counts[name] as number) + 1
      return name
    }
  }

  #insert(slot: number, left: number, right: number, place: number): number {
    const name = this.size
    this.size += 1
    this.#slots[slot] = name + 1
    this.#left[name] = left
    this.#right[name] = right
    this.counts[name] = 1
    this.firsts[name] = place
    return name
  }
}
