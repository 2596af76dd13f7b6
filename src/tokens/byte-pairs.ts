/** Counts the tokens of a piece of text by merging neighbouring bytes in the order of the vocabulary's ranks. */
import { hashOf, type Vocabulary } from './vocabulary.ts'

/** Tokens of `bytes[from]` to `bytes[end - 1]`, a piece that a tokenizer does not split. */
export type CountPiece = (bytes: Uint8Array, from: number, end: number) => number

const none = 0x7fffffff

export function pieceCounter({ bytes: known, starts, slots }: Vocabulary): CountPiece {
  const mask = slots.length - 1
  /** Where the parts of the piece begin, and the rank of each joined with the next. */
  let parts = new Int32Array(256)
  let ranks = new Int32Array(256)

  function rankOf(bytes: Uint8Array, from: number, end: number): number {
    let slot = hashOf(bytes, from, end) & mask
    for (let entry = slots[slot] as number; entry !== 0; entry = slots[slot] as number) {
      const start = starts[entry - 1] as number
      if ((starts[entry] as number) - start === end - from) {
        let at = 0
        while (from + at < end && bytes[from + at] === known[start + at]) at += 1
        if (from + at === end) return entry - 1
      }
      slot = (slot + 1) & mask
    }
    return none
  }

  function merged(bytes: Uint8Array, from: number, end: number): number {
    let count = end - from
    if (count >= parts.length) {
      parts = new Int32Array(2 * count)
      ranks = new Int32Array(2 * count)
    }
    for (let part = 0; part <= count; part += 1) parts[part] = from + part
    for (let part = 0; part + 1 < count; part += 1) ranks[part] = rankOf(bytes, from + part, from + part + 2)
    while (count > 1) {
      let lowest = none
      let at = -1
      for (let part = 0; part + 1 < count; part += 1)
        if ((ranks[part] as number) < lowest) {
          lowest = ranks[part] as number
          at = part
        }
      if (at < 0) break
      parts.copyWithin(at + 1, at + 2, count + 1)
      ranks.copyWithin(at, at + 1, count - 1)
      count -= 1
      if (at + 1 < count) ranks[at] = rankOf(bytes, parts[at] as number, parts[at + 2] as number)
      if (at > 0) ranks[at - 1] = rankOf(bytes, parts[at - 1] as number, parts[at + 1] as number)
    }
    return count
  }

  return (bytes, from, end) =>
    end - from <= 1 || rankOf(bytes, from, end) !== none ? 1 : merged(bytes, from, end)
}
