/** One pass over a text that finds which of many short strings begin where, and jumps over what can be none of them. */

export type Visit<Value> = (at: number, value: Value) => void

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
    // Three characters fill a window together with any one before them.
    for (const window of key.length === 4 ? [key] : asciiCharacters.map(first => first + key)) {
      const [head, middle, tail] = [1, 2, 3].map(at => pair(window.charCodeAt(at - 1), window.charCodeAt(at)))
      if (head === undefined || middle === undefined || tail === undefined) continue
      heads[head] = 1
      middles[middle] = 1
      jumps[head] = Math.min(jumps[head] ?? 0, 2)
      jumps[middle] = Math.min(jumps[middle] ?? 0, 1)
      jumps[tail] = 0
    }
  }
  return (text, visit) => {
    for (let from = 0; from < text.length; from += chunkLength - 3) {
      // Bytes are read twice as fast as characters of a string. One space precedes the text.
      const length = 1 + bytes.write(text.slice(from, from + chunkLength), 1, 'latin1')
      for (let end = from === 0 ? 3 : 4; end < length; ) {
        const jump = jumps[pair(byteAt(end - 1), byteAt(end))] as number
        end += jump
        if (jump > 0) continue
        end += 1
        if (middles[pair(byteAt(end - 3), byteAt(end - 2))] === 0) continue
        if (heads[pair(byteAt(end - 4), byteAt(end - 3))] === 0) continue
        const at = from + end - 5
        const window = text.slice(Math.max(0, at), at + 4).toLowerCase()
        visitEach(entries.get(window), text, at, visit)
        visitEach(entries.get(window.slice(-3)), text, at + 1, visit)
      }
    }
  }
}

interface Entry<Value> {
  readonly anchor: string
  /** Of the window by which it is recognized. */
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
  let least = Number.POSITIVE_INFINITY
  for (let offset = 0; offset + 4 <= anchor.length; offset += 1) {
    const [head, middle, tail] = [0, 1, 2].map(at => commonness(anchor.slice(offset + at, offset + at + 2)))
    const cost = (head ?? 0) + 2 * (middle ?? 0) + 3 * (tail ?? 0)
    if (cost >= least) continue
    best = offset
    least = cost
  }
  return best
}

function commonness(characters: string): number {
  const rank = commonPairs.indexOf(characters)
  return rank < 0 ? 0 : commonPairs.length - rank
}

const pairCount = 128 * 128
const asciiCharacters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** Cases fold, and other characters share a place: a window that only seems to fit is compared in full. */
function pair(one: number, two: number): number {
  return (((one | 32) & 127) << 7) | ((two | 32) & 127)
}

const chunkLength = 32_768
const bytes = Buffer.alloc(chunkLength + 1, ' ')

function byteAt(index: number): number {
  return bytes[index] as number
}
