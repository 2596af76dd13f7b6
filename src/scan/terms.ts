/** The words, names, numbers and paths of a text as numbers, in one pass that makes no strings. */
import { passingUnits } from '../tokens/code-units.ts'

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

const minLength = 3
const maxLength = 64
const maxRunLength = 300
const minCodeLength = 7

/** Called with each term in reading order; a whole path comes after its parts. `kind` is an index into `termKinds`. */
type TermSink = (hash: number, kind: number) => void

/** What each code unit is to a term; the first of them are none, up to `letter` those of words, from `joiner` on what joins words. */
const unspaced = 1
const lower = 2
const upper = 3
const digit = 4
const underscore = 5
/** Letters of any other script. */
const letter = 6
/** `parts/of-a.path@1~2+3` */
const joiner = 7
const dot = 8
const slash = 9

const letters: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0xc0, 0x1fff, letter],
  [0x2c00, 0x2fff, letter],
  [0x3005, 0x3007, letter],
  [0x3040, 0xfeff, letter],
  [0xff10, 0xffff, letter],
  // Scripts written without spaces: two characters in a row are a term.
  [0x0e00, 0x0eff, unspaced],
  [0x3040, 0x9fff, unspaced],
  [0x61, 0x7a, lower],
  [0x41, 0x5a, upper],
  [0x30, 0x39, digit],
  [0x5f, 0x5f, underscore],
]
const classes = classesOfUnits()

function classesOfUnits(): Uint8Array {
  const kinds = new Uint8Array(0x10000)
  for (const [first, last, kind] of letters) kinds.fill(kind, first, last + 1)
  for (const sign of '@~+-') kinds[sign.charCodeAt(0)] = joiner
  kinds[0x2e] = dot
  kinds[0x2f] = slash
  return kinds
}

export function scanTerms(text: string, sink: TermSink): void {
  const units = passingUnits(text)
  const end = text.length
  let at = 0
  while (at < end) {
    const kind = classes[units[at] as number] as number
    if (kind === 0 || kind === joiner || kind === dot) at += 1
    else at = kind === unspaced ? scanUnspaced(units, at, end, sink) : scanRun(units, at, end, sink)
  }
}

function scanUnspaced(units: Uint16Array, start: number, end: number, sink: TermSink): number {
  let at = start + 1
  for (; at < end && classes[units[at] as number] === unspaced; at += 1)
    sink(hashOf(units, at - 1, at + 1), capitalized)
  return at
}

/** Words and what joins them: `src/plan/cover.ts`. */
function scanRun(units: Uint16Array, start: number, end: number, sink: TermSink): number {
  let at = start
  let slashes = 0
  let letterCount = 0
  /** Where the last word ends, and where the segment of the path begins that it is in. */
  let wordEnd = start
  let wordSegment = start
  let segment = start
  let dotInSegment = false
  let isDotted = false
  let extension = 0
  while (at < end) {
    const kind = classes[units[at] as number] as number
    if (kind <= unspaced) break
    if (kind >= joiner) {
      if (kind === slash) {
        if (at > start) slashes += 1
        segment = at + 1
        dotInSegment = false
      } else if (kind === dot) dotInSegment = true
      at += 1
      continue
    }
    const from = at
    let hash = seed
    let digits = 0
    let isSnake = false
    let isCamel = false
    let before = 0
    for (; at < end; at += 1) {
      const unit = units[at] as number
      const each = classes[unit] as number
      if (each <= unspaced || each >= joiner) break
      hash = mix(hash, unit)
      if (each !== lower) {
        if (each === digit) digits += 1
        else if (each === upper) isCamel ||= before === lower
        else if (each === underscore) isSnake ||= at > from
      }
      before = each
    }
    const length = at - from
    letterCount += length - digits
    extension = length - digits > 0 && length <= 5 ? length : 0
    wordEnd = at
    wordSegment = segment
    isDotted = dotInSegment
    if (length >= minLength && length <= maxLength)
      sink(finish(hash), kindOf(kind, length, digits, isSnake, isCamel))
  }
  if (at - start > maxRunLength || letterCount < 2) return at
  if (slashes > 0) sink(hashOf(units, start, wordEnd) ^ path, path)
  if (isDotted && extension > 0) sink(hashOf(units, wordSegment, wordEnd) ^ file, file)
  return at
}

function kindOf(first: number, length: number, digits: number, isSnake: boolean, isCamel: boolean): number {
  if (digits === length) return number
  if (isSnake || isCamel) return identifier
  if (digits > 0) return length >= minCodeLength ? code : mixed
  return first === upper ? capitalized : word
}

const seed = 0x811c9dc5 | 0

function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = seed
  for (let at = from; at < to; at += 1) hash = mix(hash, units[at] as number)
  return finish(hash)
}

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function finish(hash: number): number {
  return hash ^ (hash >>> 15)
}
