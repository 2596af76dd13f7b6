/** Texts that are nearly equal, line by line, each with the text that stays instead of it. */
import { bestOf } from './best-of.ts'
import { bagSimilarity, type LineBag, lineBags } from './line-bags.ts'

export interface NearDuplicate {
  readonly index: number
  /** The text that stays. It is never a near-duplicate itself. */
  readonly of: number
  /** Jaccard similarity of the lines of both texts, from the threshold to 1. */
  readonly similarity: number
}

/** Texts are compared only if their lengths have at least this ratio. */
const minLengthRatio = 0.7

/**
 * Of each group the first text from `keepFirstFrom` on stays, else the latest: so `texts.length` keeps the latest,
 * 0 the first, and the start of a recency window the first inside it. Pass `undefined` for texts that take no part.
 *
 * Every text is compared with texts that stay, and with few of those: linear, and no chain of small differences
 * ever joins two texts that differ. Tuned for thresholds from 0.7 up; below, more is missed.
 */
export function nearDuplicates(
  texts: readonly (string | undefined)[],
  threshold = 0.85,
  keepFirstFrom: number = texts.length,
): readonly NearDuplicate[] {
  const { bags, lines } = lineBags(texts)
  const hashes = lines.map(hashLine)
  const staying = bandIndex()
  const found: NearDuplicate[] = []
  for (const index of stayingOrder(texts.length, keepFirstFrom)) {
    const bag = bags[index]
    if (bag === undefined) continue
    const keys = bandKeys(bag, hashes)
    const candidates = staying.candidates(keys).filter(other => similarLength(texts[index], texts[other]))
    const match = mostSimilar(bag, candidates, bags)
    if (match !== undefined && match.similarity >= threshold) found.push({ index, ...match })
    else staying.add(keys, index)
  }
  return found.sort((one, other) => one.index - other.index)
}

/** The first text of each group in this order stays: from the start of the window on, then backwards from its start. */
function* stayingOrder(length: number, keepFirstFrom: number): Generator<number> {
  const start = Math.min(Math.max(keepFirstFrom, 0), length)
  for (let index = start; index < length; index += 1) yield index
  for (let index = start - 1; index >= 0; index -= 1) yield index
}

function mostSimilar(
  bag: LineBag,
  candidates: readonly number[],
  bags: readonly (LineBag | undefined)[],
): { readonly of: number; readonly similarity: number } | undefined {
  let best: { of: number; similarity: number } | undefined
  for (const of of candidates) {
    const other = bags[of]
    const similarity = other === undefined ? 0 : bagSimilarity(bag, other)
    if (similarity > (best?.similarity ?? 0)) best = { of, similarity }
  }
  return best
}

function similarLength(one = '', other = ''): boolean {
  return Math.min(one.length, other.length) >= minLengthRatio * Math.max(one.length, other.length)
}

/** How many of the newest owners of one key are read. */
const reach = 16

/** How many candidates one search returns. */
const maxCandidates = 8

/** Finds owners that were added under the same keys, with bounded work however many share a key. */
interface BandIndex {
  add(keys: Uint32Array, owner: number): void
  /** The owners that share the rarest keys and most of them, best first. */
  candidates(keys: Uint32Array): readonly number[]
}

function bandIndex(): BandIndex {
  /** For each key the newest entry; entries of one key are linked from newest to oldest. */
  const newest = new Map<number, number>()
  const owners: number[] = []
  const older: number[] = []
  /** How many entries the key had when this one was added. */
  const crowd: number[] = []

  return {
    add(keys, owner) {
      for (const key of keys) {
        const before = newest.get(key)
        newest.set(key, owners.length)
        owners.push(owner)
        older.push(before ?? -1)
        crowd.push(before === undefined ? 1 : (crowd[before] ?? 0) + 1)
      }
    },
    candidates(keys) {
      const votes = new Map<number, number>()
      for (const key of keys) {
        const first = newest.get(key)
        if (first === undefined) continue
        // A key that all texts share does not make two of them similar.
        const vote = 1 / (crowd[first] ?? 1)
        let entry = first
        for (let step = 0; step < reach && entry >= 0; step += 1) {
          const owner = owners[entry] ?? 0
          votes.set(owner, (votes.get(owner) ?? 0) + vote)
          entry = older[entry] ?? -1
        }
      }
      return bestOf(votes, maxCandidates, ([, vote]) => vote).map(([owner]) => owner)
    },
  }
}

/** 16 bands of 4: bags at 0.85 share a key in all but one of 100,000 cases, bags at 0.3 in one of eight. */
const bands = 16
const rows = 4
const bins = bands * rows
const empty = 0xffff_ffff

/** FNV-1a with a final mix, so that every bit depends on every character. */
function hashLine(line: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < line.length; at += 1) hash = Math.imul(hash ^ line.charCodeAt(at), 0x0100_0193)
  return mix(hash)
}

/** One key for each band. `hashes[n]` is the hash of line `n`; a second occurrence counts as a different element. */
function bandKeys(bag: LineBag, hashes: readonly number[]): Uint32Array {
  const minHashes = fillEmpty(minByBin(bag, hashes))
  return Uint32Array.from({ length: bands }, (_, band) => {
    let key = band + 1
    for (let row = 0; row < rows; row += 1)
      key = mix(Math.imul(key, 31) ^ (minHashes[band * rows + row] ?? 0))
    return key
  })
}

function minByBin(bag: LineBag, hashes: readonly number[]): Uint32Array {
  const minHashes = new Uint32Array(bins).fill(empty)
  let occurrence = 0
  bag.forEach((line, position) => {
    occurrence = line === bag[position - 1] ? occurrence + 1 : 0
    const hash = mix((hashes[line] ?? 0) ^ Math.imul(occurrence, 0x9e37_79b9))
    const bin = hash % bins
    if (hash < (minHashes[bin] ?? empty)) minHashes[bin] = hash
  })
  return minHashes
}

/** Texts with few lines leave bins empty: each takes the value of the next full bin, marked by its distance. */
function fillEmpty(minHashes: Uint32Array): Uint32Array {
  const filled = new Uint32Array(bins)
  let lender = empty
  let distance = 0
  // Twice around, so that the last bins can use the first ones.
  for (let step = 2 * bins - 1; step >= 0; step -= 1) {
    const own = minHashes[step % bins] ?? empty
    distance = own === empty ? distance + 1 : 0
    if (own !== empty) lender = own
    filled[step % bins] = mix(lender + distance)
  }
  return filled
}

/** Any change of the input changes half the bits of the output (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
