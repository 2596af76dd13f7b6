/** MinHash with one permutation: keys that similar bags are likely to share, and different ones are not. */
import type { LineBag } from './line-bags.ts'

/** 16 bands of 4: bags at 0.85 share a key in all but one of 100,000 cases, bags at 0.3 in one of eight. */
const bands = 16
const rows = 4
const bins = bands * rows
const empty = 0xffff_ffff

/** FNV-1a with a final mix, so that every bit depends on every character. */
export function hashLine(line: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < line.length; at += 1) hash = Math.imul(hash ^ line.charCodeAt(at), 0x0100_0193)
  return mix(hash)
}

/** One key for each band. `hashes[n]` is the hash of line `n`; its second occurrence is another element than its first. */
export function bandKeys(bag: LineBag, hashes: readonly number[]): Uint32Array {
  const least = fillEmpty(leastByBin(bag, hashes))
  return Uint32Array.from({ length: bands }, (_, band) => {
    let key = band + 1
    for (let row = 0; row < rows; row += 1) key = mix(Math.imul(key, 31) ^ (least[band * rows + row] ?? 0))
    return key
  })
}

function leastByBin(bag: LineBag, hashes: readonly number[]): Uint32Array {
  const least = new Uint32Array(bins).fill(empty)
  let occurrence = 0
  bag.forEach((line, position) => {
    occurrence = line === bag[position - 1] ? occurrence + 1 : 0
    const hash = mix((hashes[line] ?? 0) ^ Math.imul(occurrence, 0x9e37_79b9))
    const bin = hash % bins
    if (hash < (least[bin] ?? empty)) least[bin] = hash
  })
  return least
}

/** Few lines leave bins empty: each borrows from the next full one, marked by its distance. */
function fillEmpty(least: Uint32Array): Uint32Array {
  const filled = new Uint32Array(bins)
  let lender = empty
  let distance = 0
  // Twice around, so that the last bins can borrow from the first.
  for (let step = 2 * bins - 1; step >= 0; step -= 1) {
    const own = least[step % bins] ?? empty
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
