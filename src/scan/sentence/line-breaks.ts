/** Which line breaks end a sentence that has no full stop: all but those of a paragraph that was wrapped to a width. */
import { afterSpace, isDigitAt, isSpaceAt, Kind, kindAt, kindOf } from '../character-kind.ts'
import { continuesGrapheme } from '../grapheme-cut.ts'

/** Lines of wrapped prose are at most so long, and the longest is at least so long. */
const maxWidth = 140
const minWidth = 40
/** What share of its lines is full, the last one aside. */
const maxLines = 0.7

/** Judges the line breaks of one text, in order; remembers how wide the paragraph is that it is in. */
export class LineBreaks {
  readonly #text: string
  readonly #units: Uint16Array
  #paragraphEnd = -1
  #width = 0

  /** `units` are the code units of the text. */
  constructor(text: string, units: Uint16Array) {
    this.#text = text
    this.#units = units
  }

  /** Where a new sentence begins behind the line break at `at`, or -1 where the sentence continues. */
  cutAfter(at: number): number {
    const text = this.#text
    const next = afterSpace(text, at)
    if (next === text.length || startsAnew(text, next)) return next
    if (!hasBreak(text, at + 1, next) && this.#isWrapped(at, next)) return -1
    return continuesGrapheme(text, next) ? afterLastBreak(text, next) : next
  }

  /** The paragraph is wrapped and the line is full: the next word would not have fitted into it. */
  #isWrapped(at: number, next: number): boolean {
    if (at >= this.#paragraphEnd) this.#measureParagraph(at)
    if (this.#width === 0) return false
    const length = at - lineStart(this.#units, at)
    return length + 1 + wordLength(this.#units, next, this.#text.length) > this.#width
  }

  /** Notes the width of the paragraph that the line before `at` opens, or none where few of its lines are full. */
  #measureParagraph(at: number): void {
    const text = this.#text
    const units = this.#units
    const first = lineStart(units, at)
    let lines = 0
    let width = 0
    let end = first
    while (end < text.length) {
      const stop = lineEnd(text, end)
      if (isBlankLine(units, end, stop)) break
      lines += 1
      width = Math.max(width, stop - end)
      end = stop + 1
    }
    this.#paragraphEnd = end
    const mayBeWrapped = width >= minWidth && width <= maxWidth
    this.#width =
      mayBeWrapped && fullLines(text, units, first, lines - 1, width) >= (lines - 1) * maxLines ? width : 0
  }
}

/** How many of `count` lines are too long to take the first word of the next one. */
function fullLines(text: string, units: Uint16Array, first: number, count: number, width: number): number {
  let full = 0
  let start = first
  for (let line = 0; line < count; line += 1) {
    const end = lineEnd(text, start)
    if (end - start + 1 + wordLength(units, end + 1, text.length) > width) full += 1
    start = end + 1
  }
  return full
}

function lineEnd(text: string, start: number): number {
  const found = text.indexOf('\n', start)
  return found < 0 ? text.length : found
}

function isBlankLine(units: Uint16Array, start: number, end: number): boolean {
  let at = start
  while (at < end && isSpace(units[at] as number)) at += 1
  return at === end
}

function isSpace(unit: number): boolean {
  const kind = kindOf[unit]
  return kind === Kind.space || kind === Kind.lineBreak
}

/** Where the line before a break begins, or a place that is far enough from it. */
function lineStart(units: Uint16Array, at: number): number {
  let start = at
  while (start > 0 && at - start <= maxWidth && kindOf[units[start - 1] as number] !== Kind.lineBreak)
    start -= 1
  return start
}

/** Up to the next space; a character of Chinese or Japanese can be wrapped alone. */
function wordLength(units: Uint16Array, start: number, length: number): number {
  let end = start + 1
  while (end - start <= maxWidth && end < length && !isWordBreak[kindOf[units[end] as number] as number])
    end += 1
  return end - start
}

/** `isWordBreak[kind]`. */
const isWordBreak = new Uint8Array(0x100).fill(1, Kind.hiragana, Kind.han + 1)
isWordBreak[Kind.space] = 1
isWordBreak[Kind.lineBreak] = 1

function hasBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (breaks.includes(text.charAt(at))) return true
  return false
}

const breaks = '\n\u2028\u2029'

/** A mark on the last space belongs to that space. */
function afterLastBreak(text: string, at: number): number {
  let start = at
  while (kindAt(text, start - 1) !== Kind.lineBreak) start -= 1
  return start
}

const bullets = '-*+•◦▪●·–—'

function startsAnew(text: string, at: number): boolean {
  const first = text.charAt(at)
  if (first === '|' || first === '>') return true
  if (first === '#') return /^#{1,6}\s/.test(text.slice(at, at + 7))
  if (bullets.includes(first)) return isSpaceAt(text, at + 1)
  if (text.startsWith('```', at) || text.startsWith('~~~', at)) return true
  let end = at
  while (end - at < 4 && isDigitAt(text, end)) end += 1
  const mark = text.charAt(end)
  return end > at && (mark === '、' || ((mark === '.' || mark === ')') && isSpaceAt(text, end + 1)))
}
