/** What each UTF-16 code unit is to a reader of words: a letter of which kind, a digit, a sign that joins words. */

export const Kind = {
  symbol: 0,
  space: 1,
  lineBreak: 2,
  /** Signs that hold a token together between two letters or digits: `a.b`, `a/b`, `a-b`, `a:b`, `a@b`, `don't`. */
  joiner: 3,
  surrogate: 4,
  hiragana: 5,
  katakana: 6,
  han: 7,
  lower: 8,
  upper: 9,
  digit: 10,
  underscore: 11,
  /** Letters of scripts without case, and marks that are on letters. */
  letter: 12,
} as const

type CharacterKind = (typeof Kind)[keyof typeof Kind]

/** From here on a character is part of a word. */
export const firstWordKind: number = Kind.lower

const ranges: readonly (readonly [first: number, last: number, kind: CharacterKind])[] = [
  [0x09, 0x0c, Kind.space],
  [0x0a, 0x0a, Kind.lineBreak],
  [0x0d, 0x0d, Kind.lineBreak],
  [0x20, 0x20, Kind.space],
  [0x30, 0x39, Kind.digit],
  [0x5f, 0x5f, Kind.underscore],
  [0x85, 0x85, Kind.lineBreak],
  [0xa0, 0xa0, Kind.space],
  [0x300, 0x36f, Kind.letter],
  [0x591, 0x5f4, Kind.letter],
  [0x610, 0x66f, Kind.letter],
  [0x671, 0x6d3, Kind.letter],
  [0x900, 0x963, Kind.letter],
  [0x966, 0xe3a, Kind.letter],
  [0xe40, 0x109f, Kind.letter],
  [0x10d0, 0x11ff, Kind.letter],
  [0x1780, 0x17d3, Kind.letter],
  [0x2000, 0x200a, Kind.space],
  [0x2028, 0x2029, Kind.lineBreak],
  [0x202f, 0x202f, Kind.space],
  [0x3000, 0x3000, Kind.space],
  [0x3005, 0x3007, Kind.han],
  [0x3041, 0x309f, Kind.hiragana],
  [0x30a1, 0x30fa, Kind.katakana],
  [0x30fc, 0x30ff, Kind.katakana],
  [0x3400, 0x9fff, Kind.han],
  [0xac00, 0xd7a3, Kind.letter],
  [0xd800, 0xdfff, Kind.surrogate],
  [0xf900, 0xfaff, Kind.han],
  [0xfeff, 0xfeff, Kind.space],
  [0xff10, 0xff19, Kind.digit],
  [0xff66, 0xff9d, Kind.katakana],
]

const joiners = ".,-/:@#+'’"

/** Alphabets with capitals: Latin, Greek, Cyrillic, Armenian, and their full-width and accented forms. */
const cased: readonly (readonly [first: number, last: number])[] = [
  [0x41, 0x7a],
  [0xb5, 0x587],
  [0x1e00, 0x1fff],
  [0xff21, 0xff5a],
]

/** `kindOf[codeUnit]`. */
export const kindOf: Uint8Array = kindsOfUnits()

function kindsOfUnits(): Uint8Array {
  const kinds = new Uint8Array(0x10000)
  for (const [first, last] of cased)
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCharCode(code)
      if (character.toLowerCase() !== character) kinds[code] = Kind.upper
      else if (character.toUpperCase() !== character) kinds[code] = Kind.lower
    }
  for (const [first, last, kind] of ranges) kinds.fill(kind, first, last + 1)
  for (const joiner of joiners) kinds[joiner.charCodeAt(0)] = Kind.joiner
  return kinds
}

/** The kind at a place; a symbol beyond either end. */
export function kindAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? (kindOf[text.charCodeAt(at)] ?? Kind.symbol) : Kind.symbol
}

export function isWordAt(text: string, at: number): boolean {
  return kindAt(text, at) >= firstWordKind
}

export function isDigitAt(text: string, at: number): boolean {
  return kindAt(text, at) === Kind.digit
}

export function isSpaceAt(text: string, at: number): boolean {
  const kind = kindAt(text, at)
  return kind === Kind.space || kind === Kind.lineBreak
}

/** Chinese and Japanese, which write no spaces between words. */
export function isEastAsianAt(text: string, at: number): boolean {
  const kind = kindAt(text, at)
  return kind >= Kind.hiragana && kind <= Kind.han
}

/** The first place at or after `at` that holds no white space. */
export function afterSpace(text: string, at: number): number {
  let end = at
  while (isSpaceAt(text, end)) end += 1
  return end
}

/** The letters from `at` on, at most `maxLength` of them, in lower case; empty where the word is longer. */
export function wordAt(text: string, at: number, maxLength: number): string {
  let end = at
  while (end - at <= maxLength && isLetterAt(text, end)) end += 1
  return end - at > maxLength ? '' : text.slice(at, end).toLowerCase()
}

/** The letters and inner dots right before `end` (`z.B`), in lower case; empty where there are more than `maxLength`. */
export function wordBefore(text: string, end: number, maxLength: number): string {
  let start = end
  while (end - start <= maxLength && (isLetterAt(text, start - 1) || text.charCodeAt(start - 1) === dot))
    start -= 1
  return end - start > maxLength ? '' : text.slice(start, end).toLowerCase()
}

const dot = 0x2e

function isLetterAt(text: string, at: number): boolean {
  const kind = kindAt(text, at)
  return kind === Kind.lower || kind === Kind.upper || kind === Kind.letter
}

const apostrophe = 0x27
const curlyApostrophe = 0x2019
const smallN = 0x6e
const smallT = 0x74

export function isApostrophe(unit: number): boolean {
  return unit === apostrophe || unit === curlyApostrophe
}

/** Whether the word before `end` is a contracted negation: `don't`, `WON’T`. */
export function isContractedNot(units: Uint16Array, end: number): boolean {
  return (
    isApostrophe(units[end - 2] as number) &&
    ((units[end - 1] as number) | 32) === smallT &&
    ((units[end - 3] as number) | 32) === smallN
  )
}
