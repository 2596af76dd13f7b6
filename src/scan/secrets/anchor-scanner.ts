/** One pass over a text that finds which of many short strings begin where, and jumps over what can be none of them. */

type Visit<Value> = (at: number, value: Value) => void

/**
 * Calls `visit` with where an anchor begins, for each that is in the text; letter case is ignored. Anchors have 3 characters
 * or more. This is Wu and Manber's search: how far a window of four characters may move is read from its last two. An anchor
 * is recognized by the four of its characters that are rarest in texts.
 */
export function anchorScanner<Value>(
  anchors: Iterable<readonly [anchor: string, value: Value]>,
): (text: string, visit: Visit<Value>) => void {
  const jumps = new Uint8Array(pairCount).fill(3)
  const heads = new Uint8Array(pairCount)
  const middles = new Uint8Array(pairCount)
  const entries = new Map<string, Entry<Value>[]>()
  for (const [spelling, value] of anchors) {
    const anchor = spelling.toLowerCase()
    if (anchor.length < 3) throw new RangeError(`Anchor ${spelling} has less than 3 characters`)
    const offset = rarestWindow(anchor)
    const key = anchor.slice(offset, offset + 4)
    entries.set(key, [...(entries.get(key) ?? []), { anchor, offset, value }])
    const last = key.length - 1
    const first = key.charCodeAt(last - 2)
    const middle = pair(first, key.charCodeAt(last - 1))
    const tail = pair(key.charCodeAt(last - 1), key.charCodeAt(last))
    middles[middle] = 1
    jumps[middle] = Math.min(jumps[middle] as number, 1)
    jumps[tail] = 0
    // Three characters fill a window together with any one before them.
    const [from, to] = last === 3 ? [key.charCodeAt(0), key.charCodeAt(0)] : [0, 127]
    for (let before = from; before <= to; before += 1) {
      const head = pair(before, first)
      heads[head] = 1
      jumps[head] = Math.min(jumps[head] as number, 2)
    }
  }
  const tables: Tables = { jumps, heads, middles }
  return (text, visit) => {
    for (let from = 0; from < text.length; from += chunkLength - 3) {
      // Bytes are read twice as fast as characters of a string. One space precedes the text.
      const length = 1 + bytes.write(text.slice(from, from + chunkLength), 1, 'latin1')
      const first = from === 0 ? 3 : 4
      for (
        let last = windowEnd(tables, first, length);
        last < length;
        last = windowEnd(tables, last + 1, length)
      ) {
        const at = from + last - 4
        const window = text.slice(Math.max(0, at), at + 4).toLowerCase()
        visitEach(entries.get(window), text, at, visit)
        visitEach(entries.get(window.slice(-3)), text, at + 1, visit)
      }
    }
  }
}

interface Tables {
  /** By the last pair of a window: how far it may move. */
  readonly jumps: Uint8Array
  /** Whether an anchor has the pair there. */
  readonly heads: Uint8Array
  readonly middles: Uint8Array
}

/** The last character of the next window that may be one of an anchor; `length` where there is none. */
function windowEnd({ jumps, heads, middles }: Tables, start: number, length: number): number {
  let last = start
  while (last < length) {
    const jump = jumps[pair(byteAt(last - 1), byteAt(last))] as number
    if (jump > 0) last += jump
    else if (
      middles[pair(byteAt(last - 2), byteAt(last - 1))] === 1 &&
      heads[pair(byteAt(last - 3), byteAt(last - 2))] === 1
    )
      return last
    else last += 1
  }
  return length
}

interface Entry<Value> {
  readonly anchor: string
  /** The offset of the window that identifies it. */
  readonly offset: number
  readonly value: Value
}

function visitEach<Value>(
  entries: readonly Entry<Value>[] = [],
  text: string,
  at: number,
  visit: Visit<Value>,
): void {
  for (const { anchor, offset, value } of entries) {
    const start = at - offset
    if (start >= 0 && text.slice(start, start + anchor.length).toLowerCase() === anchor) visit(start, value)
  }
}

/** Pairs of characters that are common in prose and code, the commonest first. */
const commonPairs =
  'e |th|he|in|er|s |re| t|on|at|  |en|te|es|or|ti|st|d |an|nd|t | a|is|ed|it|al|ar|to|nt| s|ng|se|as|ro|le|co|me|de|io|ri|ne|ic|ra|ce|li|ch|el|ma|si|ta|ur|--'.split(
    '|',
  )

/** The window that holds the search up least: its last pair is met at every place, those before it are jumped from. */
function rarestWindow(anchor: string): number {
  let best = 0
  let minCost = Number.POSITIVE_INFINITY
  for (let offset = 0; offset + 4 <= anchor.length; offset += 1) {
    const cost =
      commonness(anchor, offset) + 2 * commonness(anchor, offset + 1) + 3 * commonness(anchor, offset + 2)
    if (cost >= minCost) continue
    best = offset
    minCost = cost
  }
  return best
}

const ranks: ReadonlyMap<string, number> = new Map(
  commonPairs.map((pair, rank) => [pair, commonPairs.length - rank]),
)

function commonness(anchor: string, at: number): number {
  return ranks.get(anchor.slice(at, at + 2)) ?? 0
}

const pairCount = 128 * 128

/** Cases fold, and other characters share a place: a window that only seems to fit is compared in full. */
function pair(one: number, two: number): number {
  return (((one | 32) & 127) << 7) | ((two | 32) & 127)
}

const chunkLength = 32_768
const bytes = Buffer.alloc(chunkLength + 1, ' ')

function byteAt(index: number): number {
  return bytes[index] as number
}
