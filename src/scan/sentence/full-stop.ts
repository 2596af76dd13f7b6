/** Whether a dot ends a sentence, or belongs to an abbreviation, an initial, an ordinal. */
import { isDigitAt, isSpaceAt, Kind, wordAt, wordBefore } from '../character-kind.ts'
import {
  leadingAbbreviations,
  numberedAbbreviations,
  ordinalIntroducers,
  trailingAbbreviations,
} from '../vocabulary/abbreviations.ts'
import { longestMonth, months } from '../vocabulary/calendar.ts'
import { sentenceStarters } from '../vocabulary/sentence-starters.ts'

/** A stop that a sentence may end with. */
export interface StopPlace {
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

export function isFullStop(place: StopPlace): boolean {
  return place.opens === Kind.lower ? endsBeforeSmallLetter(place) : endsBeforeCapital(place)
}

/** `approx. five` goes on; `it works. then` does not: only words that are long and no abbreviation end there. */
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
    months.has(wordAt(text, next, longestMonth)) ||
    ordinalIntroducers.has(wordBefore(text, first - 1, maxWordLength))
  )
}

const maxEnumeratorLength = 12
const enumerator = /^\s*(?:\d{1,3}|\p{L})$/u

/** Nothing but a number or a letter is in the sentence so far. */
function isEnumerator(text: string, start: number, at: number): boolean {
  return at - start <= maxEnumeratorLength && enumerator.test(text.slice(start, at))
}

function isAbbreviation(word: string): boolean {
  return leadingAbbreviations.has(word) || numberedAbbreviations.has(word) || trailingAbbreviations.has(word)
}
