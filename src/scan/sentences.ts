/** Where the sentences of a text end, in any script, without cutting a number, a path, a version or an abbreviation. */
import { codeUnits } from '../tokens/code-units.ts'
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import {
  afterSpace,
  isDigitAt,
  isEastAsianAt,
  isSpaceAt,
  Kind,
  kindAt,
  wordAt,
  wordBefore,
} from './character-kind.ts'
import { continuesGrapheme } from './grapheme-cut.ts'
import { LineBreaks } from './sentence/line-breaks.ts'
import type { Span } from './span.ts'
import { maxMonthLength, months } from './vocabulary/calendar.ts'
import { sentenceStarters } from './vocabulary/sentence-starters.ts'
import { wordSet } from './vocabulary/word-set.ts'

/** In the order of what they decide where several are together: `?!`, `!...`, `。」`. */
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

/** Where the next sentence begins after the stops at `at`, or -1 where this one continues. */
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
      // 「行く。」と言った。 continues after the quote; ３．１４ is a number.
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

const pictures = lazyPattern(
  String.raw`(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f)+`,
  'uy',
)

/** The position after the quotes, brackets and pictures that close with the sentence. */
function afterClosers(text: string, at: number): number {
  let end = at
  while ((markAt(text, end) & (Mark.closer | Mark.doubtful)) > 0) end += 1
  while (end > at && (markAt(text, end - 1) & Mark.doubtful) > 0 && kindAt(text, end) >= Kind.surrogate)
    end -= 1
  if (text.charCodeAt(end) < 0x2000 || isEastAsianAt(text, end)) return end
  const pattern = pictures()
  pattern.lastIndex = end
  return pattern.test(text) ? pattern.lastIndex : end
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

/** A stop that a sentence may end with. */
interface StopPlace {
  readonly text: string
  /** Where the sentence begins, where its stop is, and where what follows begins. */
  readonly start: number
  readonly at: number
  readonly next: number
  /** The kind of character that opens what follows, behind its quotes and brackets. */
  readonly opens: number
  /** A quote or bracket closes right behind the stop. */
  readonly isClosed: boolean
}

const maxWordLength = 14

/** Whether a dot ends a sentence, or belongs to an abbreviation, an initial, an ordinal. */
function isFullStop(place: StopPlace): boolean {
  return place.opens === Kind.lower ? endsBeforeSmallLetter(place) : endsBeforeCapital(place)
}

/** `approx. five` continues; `it works. then` does not: only long words that are not abbreviations end a sentence. */
function endsBeforeSmallLetter({ text, at, isClosed }: StopPlace): boolean {
  const word = wordBefore(text, at, maxWordLength)
  const isLong = word.length >= 4 || (word === '' && !isDigitAt(text, at - 1))
  return isLong && !isClosed && !word.includes('.') && !isAbbreviation(word)
}

function endsBeforeCapital({ text, start, at, next }: StopPlace): boolean {
  const beforeDigit = isDigitAt(text, next)
  if (isDigitAt(text, at - 1)) return !isOrdinal(text, start, at, next)
  const word = wordBefore(text, at, maxWordLength)
  if (leadingAbbreviations.has(word)) return false
  if (beforeDigit && numberedAbbreviations.has(word)) return false
  if (word.length !== 1) return true
  // `J. R. R. Tolkien`, `z. B. Köln`, `a. Install`; but `plan B. The next` ends.
  return sentenceStarters.has(wordAt(text, next, maxWordLength)) && !isEnumerator(text, start, at)
}

/** `1. Install`, `am 3. März`, `im 19. Jahrhundert`: the dot belongs to the number. */
function isOrdinal(text: string, start: number, at: number, next: number): boolean {
  let first = at
  while (at - first < 4 && isDigitAt(text, first - 1)) first -= 1
  if (at - first > 3) return false
  if (isEnumerator(text, start, at)) return true
  if (at - first > 2 || !isSpaceAt(text, first - 1)) return false
  return (
    months.has(wordAt(text, next, maxMonthLength)) ||
    ordinalIntroducers.has(wordBefore(text, first - 1, maxWordLength))
  )
}

const maxEnumeratorLength = 12
const enumerator = lazyPattern(String.raw`^\s*(?:\d{1,3}|\p{L})$`, 'u')

/** Nothing but a number or a letter is in the sentence so far. */
function isEnumerator(text: string, start: number, at: number): boolean {
  if (at - start > maxEnumeratorLength) return false
  const said = text.slice(start, at)
  return enumerator(said).test(said)
}

function isAbbreviation(word: string): boolean {
  return leadingAbbreviations.has(word) || numberedAbbreviations.has(word) || trailingAbbreviations.has(word)
}

/** Abbreviations whose dot is no full stop, since a name or an example always follows. Lower case, without the last dot. */
const leadingAbbreviations: ReadonlySet<string> = wordSet(
  `e.g i.e eg ie cf vs viz resp approx mr mrs ms dr prof rev hon gen sen rep st mt messrs mme mlle
  bzw bspw bsp ca ggf evtl vgl inkl exkl sog d.h z.b u.a i.d.r u.u z.t o.ä v.a a.d m.e dipl ing hr fr frl zzgl bzgl
  т.е т.к т.н т.ч см ср им ул пр-т просп пл обл акад проф доц д-р гр тов напр
  p.ej sr sra dra ud ej art.o`,
)

/** A number follows; before anything else the word may well end a sentence (`no.`). */
const numberedAbbreviations: ReadonlySet<string> = wordSet(
  `no nos nr fig figs sec ch chap vol pp pg eq art abs tab tbl ver rev op cit kap bd ziff lit jan feb mar apr jun jul
  aug sep sept oct okt nov dec dez рис табл гл стр ст разд тел кв № n.o`,
)

/** May end a sentence: they do where a capital follows, and do not where a small letter does. */
const trailingAbbreviations: ReadonlySet<string> = wordSet(
  `etc et.al al inc ltd corp co llc bros jr esq a.m p.m u.s u.k u.n e.u b.c a.d ph.d m.d b.a m.a d.c usw usf etc.pp
  u.ä u.v.m gmbh std min sek mio mrd tsd stk т.д т.п др пр руб коп тыс млн млрд гг вв мин сек км кг`,
)

/** German words before an ordinal: `am 3. März`, `im 19. Jahrhundert`. */
const ordinalIntroducers: ReadonlySet<string> = wordSet(
  `am im der die das den dem des vom zum zur beim ab bis seit jeder jede jedes jeden ein eine einen einem einer und
  bis dieser diese diesem diesen ihr ihre sein seine unser unsere nach vor`,
)
