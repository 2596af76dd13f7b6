/** Where the pieces of o200k_base end in a text, read from its UTF-8 bytes. */
import { lazyPattern } from './lazy-pattern.ts'

/** Classes of a character in the encoding, as bits. */
const letter = 1
const number = 2
const space = 4
/** May begin a word: capitals, and letters without case. */
const opens = 8
/** May end a word: small letters, and letters without case. */
const closes = 16

/** Characters in the table; the few beyond are looked up one by one. */
const tableSize = 0x20000

/** `characterTraits()[codePoint]`, by the Unicode properties of the engine. */
export function characterTraits(): Uint8Array {
  const table = new Uint8Array(tableSize)
  for (let code = 0; code < tableSize; code += 1) table[code] = traitsOf(code)
  return table
}

const properties: readonly (readonly [trait: number, pattern: () => RegExp])[] = [
  [letter, lazyPattern(String.raw`\p{L}`, 'u')],
  [number, lazyPattern(String.raw`\p{N}`, 'u')],
  [space, lazyPattern(String.raw`\s`, 'u')],
  [opens, lazyPattern(String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, 'u')],
  [closes, lazyPattern(String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, 'u')],
]

function traitsOf(code: number): number {
  const character = String.fromCodePoint(code)
  return properties.reduce(
    (traits, [trait, pattern]) => (pattern().test(character) ? traits | trait : traits),
    0,
  )
}

const lineFeed = 10
const carriageReturn = 13
const blank = 32
const apostrophe = 39
const slash = 47
/** The bit that distinguishes small letters from capitals. */
const toLower = 32

export type PieceEnd = (bytes: Uint8Array, from: number, end: number) => number

/** The end of the piece that begins at `from`, in a text that ends at `end`: what the published expression matches there. */
export function pieceSplitter(table: Uint8Array): PieceEnd {
  const traitsAt = (bytes: Uint8Array, at: number): number => {
    const first = bytes[at] as number
    if (first < 0x80) return table[first] as number
    const code = codePointAt(bytes, at)
    return code < tableSize ? (table[code] as number) : traitsOf(code)
  }

  /** The end of the letters of a possible word; -1 where there are none, or no small one while `mustClose`. */
  function lettersEnd(bytes: Uint8Array, from: number, end: number, mustClose: boolean): number {
    let at = from
    // After the last letter that may end a word, if no small letter follows.
    let closed = -1
    let traits = 0
    while (at < end) {
      traits = traitsAt(bytes, at)
      if ((traits & opens) === 0) break
      at += widthOf(bytes[at] as number)
      if ((traits & closes) !== 0) closed = at
    }
    if (at < end && (traits & closes) !== 0 && (traits & opens) === 0) {
      while (at < end && (traitsAt(bytes, at) & closes) !== 0) at += widthOf(bytes[at] as number)
      return at
    }
    if (mustClose) return closed
    return at > from ? at : -1
  }

  function runEnd(bytes: Uint8Array, from: number, end: number, traits: number): number {
    let at = from
    while (at < end && (traitsAt(bytes, at) & traits) !== 0) at += widthOf(bytes[at] as number)
    return at
  }

  /** Line breaks and slashes stay with the symbols before them. */
  function symbolsEnd(bytes: Uint8Array, from: number, end: number): number {
    let at = from
    while (at < end && (traitsAt(bytes, at) & (space | letter | number)) === 0)
      at += widthOf(bytes[at] as number)
    if (at === from) return at
    while (at < end && (bytes[at] === slash || isLineBreak(bytes[at] as number))) at += 1
    return at
  }

  /** Up to the last line break; without one, all but the last space, which belongs to the next piece. */
  function spacesEnd(bytes: Uint8Array, from: number, end: number): number {
    const to = runEnd(bytes, from, end, space)
    for (let at = to; at > from; at -= 1) if (isLineBreak(bytes[at - 1] as number)) return at
    if (to === end) return to
    let last = to - 1
    while (((bytes[last] as number) & 0xc0) === 0x80) last -= 1
    return last === from ? to : last
  }

  return (bytes, from, end) => {
    const first = bytes[from] as number
    const traits = traitsAt(bytes, from)
    const second = from + widthOf(first)
    const isBefore = (traits & (letter | number)) === 0 && !isLineBreak(first) && second < end
    const word = opens | closes
    if ((traits & word) !== 0 || (isBefore && (traitsAt(bytes, second) & word) !== 0)) {
      let to = isBefore ? lettersEnd(bytes, second, end, true) : -1
      if (to < 0) to = lettersEnd(bytes, from, end, true)
      if (to < 0 && isBefore) to = lettersEnd(bytes, second, end, false)
      if (to < 0) to = lettersEnd(bytes, from, end, false)
      if (to >= 0) return to + contraction(bytes, to, end)
    }
    if ((traits & number) !== 0) {
      let at = second
      for (let more = 2; more > 0 && at < end && (traitsAt(bytes, at) & number) !== 0; more -= 1)
        at += widthOf(bytes[at] as number)
      return at
    }
    const symbols = symbolsEnd(bytes, first === blank ? second : from, end)
    if (symbols > (first === blank ? second : from)) return symbols
    return spacesEnd(bytes, from, end)
  }
}

/** The length of `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve` or `'re`; 0 for all else. */
function contraction(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== apostrophe) return 0
  const first = (bytes[at + 1] as number) | toLower
  if (first === 115 || first === 100 || first === 109 || first === 116) return 2
  if (at + 2 >= end) return 0
  const second = (bytes[at + 2] as number) | toLower
  if (first === 108) return second === 108 ? 3 : 0
  return (first === 118 || first === 114) && second === 101 ? 3 : 0
}

function isLineBreak(byte: number): boolean {
  return byte === lineFeed || byte === carriageReturn
}

/** Bytes of the character that begins with this one. */
function widthOf(first: number): number {
  if (first < 0xc0) return 1
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

function codePointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  const second = (bytes[at + 1] as number) & 0x3f
  if (first < 0xe0) return ((first & 0x1f) << 6) | second
  const third = (bytes[at + 2] as number) & 0x3f
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f)
}
