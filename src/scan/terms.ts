/** The words, names, numbers and paths of a text as numbers, in one pass that makes no strings. */

/** In the order of `termKinds`. */
export type TermKind = (typeof termKinds)[number]

export const termKinds = [
  'word',
  'capitalized',
  /** `h264`, `v2`, `8px` */
  'mixed',
  'identifier',
  'number',
  /** `a91f03c`, `b2a12tqgj` */
  'code',
  'path',
  'file',
] as const

const word = 0
const capitalized = 1
const mixed = 2
const identifier = 3
const number = 4
const code = 5
const path = 6
const file = 7

const shortest = 3
const longest = 64
const longestRun = 300
const shortestCode = 7

/** Told each term in reading order; the whole of a path after its parts. `kind` is an index into `termKinds`. */
export type TermSink = (hash: number, kind: number) => void

const wordCharacter = 1
const joiner = 2

/** ASCII by table; `parts/of-a.path@1~2+3`. */
const classes = new Uint8Array(128)
for (let unit = 0; unit < 128; unit += 1) {
  const isWord =
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95
  classes[unit] = isWord ? wordCharacter : './@~+-'.includes(String.fromCharCode(unit)) ? joiner : 0
}

function classOf(unit: number): number {
  if (unit < 128) return classes[unit] as number
  if (unit < 0xc0 || (unit >= 0x2000 && unit <= 0x2bff) || (unit >= 0x3000 && unit <= 0x3004)) return 0
  return (unit >= 0x3008 && unit <= 0x303f) || (unit >= 0xff00 && unit <= 0xff0f) ? 0 : wordCharacter
}

/** Scripts written without spaces: two characters in a row are a term. */
function isUnspaced(unit: number): boolean {
  return (unit >= 0x3040 && unit <= 0x9fff) || (unit >= 0x0e00 && unit <= 0x0eff)
}

export function scanTerms(text: string, sink: TermSink): void {
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (classOf(unit) !== wordCharacter && unit !== 47) {
      at += 1
      continue
    }
    at = isUnspaced(unit) ? scanUnspaced(text, at, sink) : scanRun(text, at, sink)
  }
}

function scanUnspaced(text: string, start: number, sink: TermSink): number {
  let at = start
  let before = text.charCodeAt(at)
  for (at += 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (!isUnspaced(unit)) break
    sink(finish(mix(mix(seed, before), unit)), capitalized)
    before = unit
  }
  return at
}

/** Words and what joins them: `src/plan/cover.ts`. */
function scanRun(text: string, start: number, sink: TermSink): number {
  let at = start
  let whole = seed
  let wholeAtWord = seed
  let segment = seed
  let segmentAtWord = seed
  let slashes = 0
  let letters = 0
  let dotInSegment = false
  let isDotted = false
  let extension = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const kind = classOf(unit)
    if (kind === 0 || isUnspaced(unit)) break
    if (kind === joiner) {
      whole = mix(whole, unit)
      if (unit === 47) {
        slashes += at > start ? 1 : 0
        segment = seed
        dotInSegment = false
      } else {
        segment = mix(segment, unit)
        if (unit === 46) dotInSegment = true
      }
      at += 1
      continue
    }
    const from = at
    let hash = seed
    let digits = 0
    let isSnake = false
    let isCamel = false
    let before = 0
    for (; at < text.length; at += 1) {
      const letter = text.charCodeAt(at)
      if (classOf(letter) !== wordCharacter || isUnspaced(letter)) break
      hash = mix(hash, letter)
      whole = mix(whole, letter)
      segment = mix(segment, letter)
      if (letter >= 48 && letter <= 57) digits += 1
      else if (letter === 95) isSnake ||= at > from
      else if (letter >= 65 && letter <= 90) isCamel ||= before >= 97 && before <= 122
      before = letter
    }
    const length = at - from
    letters += length - digits
    extension = length - digits > 0 && length <= 5 ? length : 0
    wholeAtWord = whole
    segmentAtWord = segment
    isDotted = dotInSegment
    if (length >= shortest && length <= longest)
      sink(finish(hash), kindOf(text.charCodeAt(from), length, digits, isSnake, isCamel))
  }
  const isShort = at - start <= longestRun
  if (isShort && slashes > 0 && letters > 1) sink(finish(wholeAtWord) ^ path, path)
  if (isShort && isDotted && extension > 0 && letters > 1) sink(finish(segmentAtWord) ^ file, file)
  return at
}

function kindOf(first: number, length: number, digits: number, isSnake: boolean, isCamel: boolean): number {
  if (digits === length) return number
  if (isSnake || isCamel) return identifier
  if (digits > 0) return length >= shortestCode ? code : mixed
  return first >= 65 && first <= 90 ? capitalized : word
}

const seed = 0x811c9dc5 | 0

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function finish(hash: number): number {
  return hash ^ (hash >>> 15)
}
