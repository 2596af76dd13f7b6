/** What follows a number and makes it a fact: a unit, a month, the signs of a Chinese or Japanese date. */
import { isDigitAt, isEastAsianAt, isWordAt, Kind, kindAt, wordAt, wordBefore } from '../character-kind.ts'
import type { EntityKind } from '../entity.ts'
import { maxMonthLength, months } from '../vocabulary/calendar.ts'
import {
  attachedUnits,
  eastAsianUnits,
  maxEastAsianUnit,
  portWords,
  unitSigns,
  units,
} from '../vocabulary/units.ts'

interface Reading {
  readonly kind: EntityKind
  readonly end: number
}

const maxUnitLength = 14
const eastAsianDate = /年(?:\d{1,2}月(?:\d{1,2}[日号號])?)?|月\d{1,2}[日号號]/y
const eastAsianTime = /[点點時时](?:\d{1,2}分(?:\d{1,2}秒)?)?/y
const year = /(?:,? |\. ?)(?:19|20)\d\d(?!\d)/y
const day = /\.? \d{1,2}(?:st|nd|rd|th)?(?![\d:.]\d|\w)/y

/** How the number from `start` to `end` is read with its neighbours; `undefined` where it is bare. */
export function numberInContext(text: string, start: number, end: number): Reading | undefined {
  return (
    dateBehind(text, start, end) ??
    eastAsianReading(text, end) ??
    unitBehind(text, end) ??
    port(text, start, end)
  )
}

/** `3 March 2026`, `3rd March`, `3. März`. */
function dateBehind(text: string, start: number, end: number): Reading | undefined {
  if (end - start > 4 || digitCount(text, start, end) > 2) return undefined
  const gap = text.charAt(end) === '.' ? end + 1 : end
  if (!isGapAt(text, gap)) return undefined
  const month = wordAt(text, gap + 1, maxMonthLength)
  return months.has(month) ? { kind: 'date', end: match(year, text, gap + 1 + month.length) } : undefined
}

/** `March 3, 2026`, `March 2026`: where the date ends that begins with this month, if a day or a year follows it. */
export function dateFromMonth(text: string, word: string, end: number): number | undefined {
  if (!(isDigitAt(text, end + 1) || isDigitAt(text, end + 2)) || !months.has(word)) return undefined
  const last = match(year, text, match(day, text, end))
  return last > end ? last : undefined
}

function eastAsianReading(text: string, end: number): Reading | undefined {
  if (!isEastAsianAt(text, end) && !(isGapAt(text, end) && isEastAsianAt(text, end + 1))) return undefined
  const dateEnd = match(eastAsianDate, text, end)
  if (dateEnd > end) return { kind: 'date', end: dateEnd }
  const timeEnd = match(eastAsianTime, text, end)
  // 3時間 is a duration, 3時 a time of day.
  if (timeEnd > end && text.charAt(timeEnd) !== '間' && text.charAt(timeEnd) !== '间')
    return { kind: 'time', end: timeEnd }
  const from = isGapAt(text, end) ? end + 1 : end
  for (let length = maxEastAsianUnit; length > 0; length -= 1)
    if (eastAsianUnits.has(text.slice(from, from + length))) return { kind: 'quantity', end: from + length }
  return undefined
}

function unitBehind(text: string, end: number): Reading | undefined {
  const from = isGapAt(text, end) ? end + 1 : end
  if (from < text.length && unitSigns.includes(text.charAt(from)))
    return { kind: 'quantity', end: afterSign(text, from) }
  const word = wordAt(text, from, maxUnitLength)
  const isUnit = units.has(word) || (from === end && attachedUnits.has(word))
  return word !== '' && isUnit ? { kind: 'quantity', end: afterRate(text, from + word.length) } : undefined
}

/** `20 °C`. */
function afterSign(text: string, at: number): number {
  return text.charAt(at) === '°' && 'CF'.includes(text.charAt(at + 1)) && !isWordAt(text, at + 2)
    ? at + 2
    : at + 1
}

/** `2 GB/s`, `10 requests/s`. */
function afterRate(text: string, at: number): number {
  if (text.charAt(at) !== '/') return at
  const per = wordAt(text, at + 1, maxUnitLength)
  return units.has(per) ? at + 1 + per.length : at
}

function port(text: string, start: number, end: number): Reading | undefined {
  if (end - start < 2 || end - start > 5) return undefined
  const before = isGapAt(text, start - 1) || text.charAt(start - 1) === '=' ? start - 1 : start
  const isPort =
    portWords.has(wordBefore(text, before, maxUnitLength)) ||
    /(?:端口|ポート)$/.test(text.slice(before - 3, before))
  return isPort ? { kind: 'port', end } : undefined
}

/** A space that does not end the line. */
function isGapAt(text: string, at: number): boolean {
  return kindAt(text, at) === Kind.space
}

/** How far a sticky pattern reaches from `at`; `at` itself where it does not fit. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** How many digits are in a stretch. */
export function digitCount(text: string, start: number, end: number): number {
  let digits = 0
  for (let at = start; at < end; at += 1) if (isDigitAt(text, at)) digits += 1
  return digits
}
