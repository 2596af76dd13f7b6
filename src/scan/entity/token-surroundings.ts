/** What is right before and behind a token. */
import { isEastAsianAt, isSpaceAt, isWordAt, Kind, kindAt, kindOf } from '../character-kind.ts'

/** A space follows, a sign that joins nothing, or one that could and is before a space: `word, `, `word)`. */
export function endsPlainly(units: Uint16Array, at: number, length: number): boolean {
  if (at + 1 >= length) return false
  const unit = units[at] as number
  const kind = kindOf[unit] as number
  if (kind === Kind.space || kind === Kind.lineBreak) return true
  if (kind === Kind.symbol) return unit !== bracket
  return kind === Kind.joiner && unit !== slash && units[at + 1] === space
}

/** `run()`, `fetch(url)`; not `file(s)`. */
export function isCall(text: string, end: number): boolean {
  return text.charCodeAt(end) === bracket && !text.startsWith('(s)', end)
}

/** Signs that lead to no word are passed over at once: `././././`. */
export function afterJoiners(text: string, at: number): number {
  let end = at
  while (kindAt(text, end) === Kind.joiner) end += 1
  return end
}

/** A word of another script inside Chinese or Japanese: 使用 redis 缓存. */
export function isAmongEastAsian(text: string, start: number, end: number): boolean {
  const before = isSpaceAt(text, start - 1) ? start - 2 : start - 1
  const after = isSpaceAt(text, end) ? end + 1 : end
  return isEastAsianAt(text, before) || isEastAsianAt(text, after)
}

/** `docs/` and no more; not `w//`. */
export function isFolder(text: string, end: number): boolean {
  return text.charCodeAt(end) === slash && !isWordAt(text, end + 1) && text.charCodeAt(end + 1) !== slash
}

/** A line break or tab as strings of JSON and code spell it: `\n`. */
export function isEscape(text: string, at: number): boolean {
  return text.charCodeAt(at) === backslash && 'nrt'.includes(text.charAt(at + 1) || ' ')
}

const backslash = 0x5c
const bracket = 0x28
const slash = 0x2f
const space = 0x20
