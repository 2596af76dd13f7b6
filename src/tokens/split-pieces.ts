/** Where the pieces end that o200k_base splits a text into, as far as ASCII alone decides. */

const other = 0
const lower = 1
const upper = 2
const digit = 3
const space = 4
const lineBreak = 5
/** A part of a character beyond ASCII. */
const beyond = 6

const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code > 127) return beyond
  if (code === 10 || code === 13) return lineBreak
  if (code === 32 || (code >= 9 && code <= 12)) return space
  if (code >= 48 && code <= 57) return digit
  if (code >= 65 && code <= 90) return upper
  return code >= 97 && code <= 122 ? lower : other
})

const apostrophe = 39
const slash = 47
const blank = 32
/** The bit that small letters have and capitals do not. */
const toLower = 32

/**
 * The end of the piece that begins at `from`, in a text that ends at `end`: what the encoding's regular expression would match
 * there; -1 where a character beyond ASCII has a say in it.
 */
export function asciiPieceEnd(bytes: Uint8Array, from: number, end: number): number {
  const kind = kinds[bytes[from] as number] as number
  if (kind === beyond) return -1
  if (kind === lower || kind === upper) return wordEnd(bytes, from, end)
  if (kind === digit) {
    let at = from + 1
    while (at < end && at < from + 3 && kinds[bytes[at] as number] === digit) at += 1
    return at < from + 3 && isBeyond(bytes, at, end) ? -1 : at
  }
  if (kind !== lineBreak && from + 1 < end) {
    const next = kinds[bytes[from + 1] as number] as number
    if (next === beyond) return -1
    if (next === lower || next === upper) return wordEnd(bytes, from + 1, end)
    if (bytes[from] === blank && next === other) return symbolsEnd(bytes, from + 1, end)
  }
  return kind === other ? symbolsEnd(bytes, from, end) : spacesEnd(bytes, from, end)
}

/** Capitals, then small letters, then `'s` or its like. */
function wordEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && kinds[bytes[at] as number] === upper) at += 1
  while (at < end && kinds[bytes[at] as number] === lower) at += 1
  if (at === end) return at
  const byte = bytes[at] as number
  if (byte > 127) return -1
  return byte === apostrophe ? at + contraction(bytes, at + 1, end) : at
}

/** The length of `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve` or `'re`; 0 for all else. */
function contraction(bytes: Uint8Array, from: number, end: number): number {
  if (from >= end) return 0
  const first = (bytes[from] as number) | toLower
  if (first === 115 || first === 100 || first === 109 || first === 116) return 2
  if (from + 1 >= end) return 0
  const second = (bytes[from + 1] as number) | toLower
  if (first === 108) return second === 108 ? 3 : 0
  return (first === 118 || first === 114) && second === 101 ? 3 : 0
}

/** Line breaks and slashes stay with the symbols before them. */
function symbolsEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && kinds[bytes[at] as number] === other) at += 1
  if (isBeyond(bytes, at, end)) return -1
  while (at < end && (bytes[at] === slash || kinds[bytes[at] as number] === lineBreak)) at += 1
  return at
}

/** Up to the last line break; without one, all but the last, which goes with what follows. */
function spacesEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  let afterBreak = -1
  while (at < end) {
    const kind = kinds[bytes[at] as number]
    if (kind === lineBreak) afterBreak = at + 1
    else if (kind !== space) break
    at += 1
  }
  if (isBeyond(bytes, at, end)) return -1
  if (afterBreak >= 0) return afterBreak
  return at === end || at === from + 1 ? at : at - 1
}

function isBeyond(bytes: Uint8Array, at: number, end: number): boolean {
  return at < end && (bytes[at] as number) > 127
}
