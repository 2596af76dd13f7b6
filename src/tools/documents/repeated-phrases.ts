/** Phrases of one to sixteen atoms that occur more than once within lines: the candidates of a dictionary. */
import { type AtomRange, type Atoms, atomCost, isLineBreak } from './document-atoms.ts'

const maxLength = 16
const maxCandidates = 600

/** Approximate cost of a code and of its line in the legend, in tokens. */
const codeCost = 1
const legendCost = 3

/** The most promising phrases; a phrase that occurs only within a longer one is left out. */
export function repeatedPhrases(text: string, atoms: Atoms): readonly AtomRange[] {
  const best = new BestRanges(maxCandidates)
  const costs = costsUpTo(text, atoms)
  const { plain, spaced } = atomNames(text, atoms)
  let names = plain.names
  let level = plain.table
  let alive: Int32Array = Int32Array.from(plain.names.keys().filter(at => plain.names[at] !== -1))
  for (let length = 1; ; length += 1) {
    const isCovered = new Uint8Array(level.size)
    const next = length < maxLength ? longer(names, level, spaced, alive, length) : undefined
    if (next !== undefined) markCovered(isCovered, names, level, next)
    for (let name = 0; name < level.size; name += 1) {
      const count = level.counts[name] as number
      if (count < 2 || isCovered[name] === 1) continue
      const first = level.firsts[name] as number
      const cost = (costs[first + length] as number) - (costs[first] as number)
      best.add({ first, length }, count * (cost - codeCost) - cost - legendCost)
    }
    if (next === undefined || next.alive.length === 0) return best.ranked()
    names = next.names
    level = next.table
    alive = next.alive
  }
}

interface Level {
  readonly table: PairNames
  /** The name of the phrase that begins at each atom; -1 if no repeated phrase can begin there. */
  readonly names: Int32Array
  /** The atoms that have a name. */
  readonly alive: Int32Array
}

/** `plain`: names of atoms. `spaced`: the same, distinguished by a space before them; -1 for line breaks. */
function atomNames(
  text: string,
  { count, starts, ends }: Atoms,
): { readonly plain: Omit<Level, 'alive'>; readonly spaced: Int32Array } {
  const known = new Map<string, number>()
  const table = new PairNames(count)
  const names = new Int32Array(count).fill(-1)
  const spaced = new Int32Array(count).fill(-1)
  for (let at = 0; at < count; at += 1) {
    const start = starts[at] as number
    if (isLineBreak(text, start)) continue
    const spelling = text.slice(start, ends[at])
    let name = known.get(spelling)
    if (name === undefined) {
      name = known.size
      known.set(spelling, name)
    }
    names[at] = table.add(name, 0, at)
    spaced[at] = name * 2 + (at > 0 && ends[at - 1] !== start ? 1 : 0)
  }
  return { plain: { table, names }, spaced }
}

/** Phrases that are one atom longer: only phrases repeated at one length can be repeated at the next. */
function longer(
  names: Int32Array,
  { counts }: PairNames,
  spaced: Int32Array,
  alive: Int32Array,
  length: number,
): Level {
  const isRepeated = (at: number): boolean => {
    const name = names[at] ?? -1
    return name !== -1 && (counts[name] as number) > 1
  }
  const places = alive.filter(
    at => isRepeated(at) && isRepeated(at + 1) && (spaced[at + length] ?? -1) !== -1,
  )
  const table = new PairNames(places.length)
  const longerNames = new Int32Array(names.length).fill(-1)
  for (const at of places) longerNames[at] = table.add(names[at] as number, spaced[at + length] as number, at)
  return { table, names: longerNames, alive: places }
}

/** A phrase that occurs as often as a longer one that contains it never occurs without it. */
function markCovered(
  isCovered: Uint8Array,
  names: Int32Array,
  { counts }: PairNames,
  { table }: Level,
): void {
  for (let name = 0; name < table.size; name += 1) {
    const count = table.counts[name] as number
    if (count < 2) continue
    const first = table.firsts[name] as number
    for (const part of [names[first] as number, names[first + 1] as number])
      if (counts[part] === count) isCovered[part] = 1
  }
}

/** The total cost of all atoms before each one. */
function costsUpTo(text: string, { count, starts, ends }: Atoms): Float64Array {
  const costs = new Float64Array(count + 1)
  for (let at = 0; at < count; at += 1)
    costs[at + 1] = (costs[at] as number) + atomCost(text, starts[at] as number, ends[at] as number)
  return costs
}

interface Scored {
  readonly range: AtomRange
  readonly score: number
}

/** The few best of very many ranges, in bounded memory. */
class BestRanges {
  readonly #maxPairs: number
  #kept: Scored[] = []
  #least = 0

  constructor(maxPairs: number) {
    this.#maxPairs = maxPairs
  }

  /** Only ranges with a positive score are kept. */
  add(range: AtomRange, score: number): void {
    if (score <= this.#least) return
    this.#kept.push({ range, score })
    if (this.#kept.length >= this.#maxPairs * 4) this.#cut()
  }

  /** Best first; equal ones in the order of the text. */
  ranked(): readonly AtomRange[] {
    this.#cut()
    return this.#kept.map(({ range }) => range)
  }

  #cut(): void {
    this.#kept.sort(
      (one, two) =>
        two.score - one.score || one.range.first - two.range.first || two.range.length - one.range.length,
    )
    if (this.#kept.length <= this.#maxPairs) return
    this.#kept = this.#kept.slice(0, this.#maxPairs)
    this.#least = this.#kept.at(-1)?.score ?? 0
  }
}

const golden = 0x9e3779b1
const mixer = 0x85ebca6b

/** Open addressing over flat arrays: a fifth of the time of a `Map` for millions of pairs. */
class PairNames {
  size = 0
  readonly counts: Int32Array
  /** The first position of each pair. */
  readonly firsts: Int32Array
  readonly #slots: Int32Array
  readonly #left: Int32Array
  readonly #right: Int32Array
  readonly #mask: number

  /** `maxPairs`: maximum number of different pairs. */
  constructor(maxPairs: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, maxPairs * 2)))
    this.#mask = slots - 1
    this.#slots = new Int32Array(slots)
    this.#left = new Int32Array(maxPairs)
    this.#right = new Int32Array(maxPairs)
    this.counts = new Int32Array(maxPairs)
    this.firsts = new Int32Array(maxPairs)
  }

  /** Counts a pair and returns its name. */
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
