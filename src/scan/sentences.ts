/** Where the sentences of a text end, in any script, without cutting a number, a path, a version or an abbreviation. */
import { codeUnits } from '../tokens/code-units.ts'
import { afterSpace, isDigitAt, isEastAsianAt, isSpaceAt, Kind, kindAt } from './character-kind.ts'
import { continuesGrapheme } from './grapheme-cut.ts'
import { isFullStop, type StopPlace } from './sentence/full-stop.ts'
import { LineBreaks } from './sentence/line-breaks.ts'
import type { Span } from './span.ts'

/** In the order of what they decide where several stand together: `?!`, `!...`, `。」`. */
const Stop = { none: 0, lineBreak: 1, dot: 2, ellipsis: 3, mark: 4, wide: 5 } as const

const stops = new Uint8Array(0x10000)
stops.fill(Stop.lineBreak, 0x0a, 0x0b)
stops.fill(Stop.lineBreak, 0x2028, 0x202a)
const setStops = (characters: string, stop: number): void => {
  for (const character of characters) stops[character.charCodeAt(0)] = stop
}
setStops('.', Stop.dot)
setStops('…', Stop.ellipsis)
setStops('!?‼⁇⁈⁉؟۔।॥', Stop.mark)
setStops('。．！？｡︒︕︖﹒﹖﹗', Stop.wide)

/** The sentences of a text in order, each with the white space behind it: together they are the text. */
export function sentences(text: string): readonly Span[] {
  const spans: Span[] = []
  const units = codeUnits(text)
  const lineBreaks = new LineBreaks(text, units)
  const length = text.length
  let start = 0
  for (let at = 0; ; ) {
    while (at < length && stops[units[at] as number] === Stop.none) at += 1
    if (at >= length) break
    const stop = stops[units[at] as number] as number
    const runEnd = stop === Stop.lineBreak ? at + 1 : endOfStops(text, at)
    const cut = stop === Stop.lineBreak ? lineBreaks.cutAfter(at) : stopCut(text, start, at, runEnd)
    at = cut < 0 ? runEnd : cut
    if (cut < 0) continue
    spans.push({ start, end: cut })
    start = cut
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

function endOfStops(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && (stops[text.charCodeAt(end)] ?? 0) >= Stop.dot) end += 1
  return end
}

/** Where the next sentence begins behind the stops at `at`, or -1 where this one goes on. */
function stopCut(text: string, start: number, at: number, runEnd: number): number {
  const stop = strongestStop(text, at, runEnd)
  const closed = afterClosers(text, runEnd)
  const next = afterSpace(text, closed)
  if (next === text.length) return next
  const isSpaced = next > closed
  if (!isSpaced && stop !== Stop.wide && !isEastAsianAt(text, closed)) return -1
  if (continuesGrapheme(text, next)) return -1
  if (hasBlankLine(text, closed, next)) return next
  const isClosed = closed > runEnd
  const opens = kindAt(text, afterOpeners(text, next))
  return endsSentence({ text, start, at, next, opens, isClosed }, stop) ? next : -1
}

function endsSentence(place: StopPlace, stop: number): boolean {
  const { text, at, next, opens, isClosed } = place
  switch (stop) {
    case Stop.wide:
      // 「行く。」と言った。 goes on behind the quote; ３．１４ is a number.
      if (isClosed) return !'とっ、，,'.includes(text.charAt(next))
      return !(text.charAt(at) === '．' && isDigitAt(text, at - 1) && isDigitAt(text, next))
    case Stop.mark:
      return opens !== Kind.lower || !(isClosed || isSpaceAt(text, at - 1))
    case Stop.ellipsis:
      return opens !== Kind.lower
    default:
      return isFullStop(place)
  }
}

function strongestStop(text: string, at: number, runEnd: number): number {
  let strongest: number = Stop.dot
  for (let place = at; place < runEnd; place += 1)
    strongest = Math.max(strongest, stops[text.charCodeAt(place)] ?? 0)
  return strongest === Stop.dot && runEnd - at > 1 ? Stop.ellipsis : strongest
}

function hasBlankLine(text: string, from: number, to: number): boolean {
  if (to - from < 2) return false
  const space = text.slice(from, to)
  return space.indexOf('\n') !== space.lastIndexOf('\n')
}

const Mark = { closer: 1, doubtful: 2, opener: 4 } as const

const marks = new Uint8Array(0x10000)
const setMarks = (characters: string, mark: number): void => {
  for (const character of characters)
    marks[character.charCodeAt(0)] = (marks[character.charCodeAt(0)] ?? 0) | mark
}
setMarks(')]}”’»›」』）】》〉］｝〕〗', Mark.closer)
// They open as often as they close: they close where no word follows.
setMarks('"\'`*_“‘«', Mark.doubtful)
setMarks('"\'`*_([{“‘„‚«»「『（【《〈<¿¡', Mark.opener)

const pictures = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f)+/uy

/** Behind the quotes, brackets and pictures that close with the sentence. */
function afterClosers(text: string, at: number): number {
  let end = at
  while ((markAt(text, end) & (Mark.closer | Mark.doubtful)) > 0) end += 1
  while (end > at && (markAt(text, end - 1) & Mark.doubtful) > 0 && kindAt(text, end) >= Kind.surrogate)
    end -= 1
  if (text.charCodeAt(end) < 0x2000 || isEastAsianAt(text, end)) return end
  pictures.lastIndex = end
  return pictures.test(text) ? pictures.lastIndex : end
}

/** Where the first word behind some quotes and brackets begins. */
function afterOpeners(text: string, at: number): number {
  let end = at
  while (end - at < 4 && (markAt(text, end) & Mark.opener) > 0) end += 1
  return end
}

function markAt(text: string, at: number): number {
  return at < text.length ? (marks[text.charCodeAt(at)] ?? 0) : 0
}
