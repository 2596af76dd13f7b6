/** One pass over a text that finds which of many short strings begin where, skipping what cannot be one of them. */

export type Visit<Value> = (at: number, value: Value) => void

/** Characters of an anchor that the scan looks at: every anchor has at least so many. */
const windowLength = 4

/**
 * Calls `visit` at each place where an anchor begins, in order; letter case is ignored.
 * Wu and Manber's search: a table of letter pairs says how far the window may jump, three characters on most text.
 */
export function anchorScanner<Value>(
  anchors: Iterable<readonly [anchor: string, value: Value]>,
): (text: string, visit: Visit<Value>) => void {
  const jumps = new Uint8Array(pairCount).fill(windowLength - 1)
  const heads = new Uint8Array(pairCount)
  const entries = new Map<string, { readonly anchor: string; readonly value: Value }[]>()
  for (const [spelling, value] of anchors) {
    const anchor = spelling.toLowerCase()
    const key = anchor.slice(0, windowLength)
    if (key.length < windowLength) throw new RangeError(`Anchor ${spelling} is shorter than the window`)
    entries.set(key, [...(entries.get(key) ?? []), { anchor, value }])
    heads[pairAt(key, 1)] = 1
    for (let at = 1; at < windowLength; at += 1) {
      const pair = pairAt(key, at)
      jumps[pair] = Math.min(jumps[pair] ?? 0, windowLength - 1 - at)
    }
  }
  return (text, visit) => {
    for (let end = windowLength - 1; end < text.length; ) {
      const jump = jumps[pairAt(text, end)] ?? 1
      if (jump > 0) {
        end += jump
        continue
      }
      const start = end - windowLength + 1
      end += 1
      if (heads[pairAt(text, start + 1)] === 0) continue
      for (const { anchor, value } of entries.get(text.slice(start, end).toLowerCase()) ?? [])
        if (text.slice(start, start + anchor.length).toLowerCase() === anchor) visit(start, value)
    }
  }
}

const pairCount = 128 * 128

/** Cases fold, and characters beyond ASCII share the slots of others: a false candidate is compared in full anyway. */
function pairAt(text: string, at: number): number {
  return (((text.charCodeAt(at - 1) | 32) & 127) << 7) | ((text.charCodeAt(at) | 32) & 127)
}
