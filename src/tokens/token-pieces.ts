/** Splits a text into the pieces that o200k_base splits it into, nearly, and counts them by shape. */
import { Character, characterClass } from './character-class.ts'
import { codeUnits } from './code-units.ts'
import { featureCount, maxWordLength, pieceFeature, wordFeature, wordPrefixes } from './token-features.ts'

/** By themselves: the loop over the characters compares with hardly anything else. */
const {
  space,
  lineBreak,
  lower,
  upper,
  digit,
  joiner,
  symbol,
  wideSymbol,
  eastAsianSymbol,
  surrogate,
  accented,
  han,
} = Character

/** More spaces than this are more than one token. */
const longSpace = 80

const apostrophe = 39
const tab = 9

const bare = wordPrefixes.indexOf('bare')
const spaced = wordPrefixes.indexOf('spaced')
const joined = wordPrefixes.indexOf('joined')
const marked = wordPrefixes.indexOf('marked')
const dense = wordPrefixes.indexOf('dense')

/** Letters and digits without a break, one of them a digit, before a word counts as dense. */
const denseAfter = 8

const lettersBeyondLongest = pieceFeature('lettersBeyondLongest')
const digits = pieceFeature('digits')
const spaces = pieceFeature('spaces')
const symbols1 = pieceFeature('symbols1')
const symbols4Up = pieceFeature('symbols4Up')
const symbolChanges = pieceFeature('symbolChanges')
const repeated = pieceFeature('repeated')
const wideSymbols = pieceFeature('wideSymbols')
const repeatedWideSymbols = pieceFeature('repeatedWideSymbols')
const eastAsianSymbols = pieceFeature('eastAsianSymbols')
const surrogatePairs = pieceFeature('surrogatePairs')
const firstScript = pieceFeature('accentedWords')
const traditionalLetters = pieceFeature('traditionalLetters')

/** A bit for each feature: a short text has few of them. */
export function noFeatures(): Int32Array {
  return new Int32Array((featureCount + 31) >> 5)
}

/** How often each feature occurs, in one pass over the code units; no piece is looked at twice. */
export function countPieces(
  text: string,
  counts: Uint32Array = new Uint32Array(featureCount),
  seen: Int32Array = noFeatures(),
): Uint32Array {
  const add = (feature: number, amount: number): void => {
    counts[feature] = (counts[feature] as number) + amount
    seen[feature >> 5] = (seen[feature >> 5] as number) | (1 << (feature & 31))
  }
  const units = codeUnits(text)
  const end = text.length
  let prefix = bare
  let at = 0
  let unbrokenFrom = 0
  let hasDigit = false
  while (at < end) {
    const start = at
    const kind = classAt(units, at)
    at += 1
    switch (kind) {
      case upper:
      case lower: {
        if (kind === upper) while (at < end && classAt(units, at) === upper) at += 1
        const capitals = kind === upper ? at - start : 0
        while (at < end && classAt(units, at) === lower) at += 1
        const length = at - start
        const wordCase = capitals === 0 ? 0 : capitals === 1 && length > 1 ? 1 : 2
        const context = hasDigit && start - unbrokenFrom >= denseAfter ? dense : prefix
        add(wordFeature(context, wordCase, length > maxWordLength ? maxWordLength : length), 1)
        if (length > maxWordLength) {
          const changes = changesBetween(units, start + maxWordLength, at)
          add(lettersBeyondLongest, changes)
          add(repeated, length - maxWordLength - changes)
        }
        if (at < end && units[at] === apostrophe) at += contractionLength(text, at)
        prefix = bare
        continue
      }
      case space:
      case lineBreak: {
        // One space before a word, which is what most of them are.
        if (kind === space && at < end && classAt(units, at) > lineBreak) {
          prefix = units[start] === tab ? joined : spaced
          break
        }
        let line = kind === lineBreak ? at : start
        for (; at < end; at += 1) {
          const next = classAt(units, at)
          if (next === lineBreak) line = at + 1
          else if (next !== space) break
        }
        // The last space goes with what follows: `\n    word` is a line break, three spaces and ` word`.
        const indent = at - line
        add(spaces, (line > start ? 1 : 0) + (indent > 1 || (indent === 1 && at === end) ? 1 : 0))
        if (at - start > longSpace) add(repeated, at - start - longSpace)
        prefix = indent === 0 ? bare : units[at - 1] === tab ? joined : spaced
        break
      }
      case digit: {
        while (at < end && at < start + 3 && classAt(units, at) === digit) at += 1
        add(digits, 1)
        if (prefix === spaced || prefix === joined) add(spaces, 1)
        prefix = bare
        hasDigit = true
        continue
      }
      case joiner:
      case symbol: {
        let next: number | undefined
        for (; at < end; at += 1) {
          next = classAt(units, at)
          if (next !== joiner && next !== symbol) break
        }
        const length = at - start
        if (length === 1 && prefix === bare && (next === lower || next === upper)) {
          prefix = kind === joiner ? joined : marked
          break
        }
        if (length < 4) add(symbols1 + length - 1, 1)
        else {
          const changes = changesBetween(units, start + 1, at)
          add(symbols4Up, 1)
          add(symbolChanges, changes)
          add(repeated, length - 1 - changes)
        }
        while (at < end && classAt(units, at) === lineBreak) at += 1
        prefix = bare
        break
      }
      case wideSymbol: {
        const code = units[start]
        while (at < end && units[at] === code) at += 1
        add(wideSymbols, 1)
        if (at > start + 1) add(repeatedWideSymbols, at - start - 1)
        prefix = bare
        break
      }
      case eastAsianSymbol:
        add(eastAsianSymbols, 1)
        prefix = bare
        break
      case surrogate:
        at += 1
        add(surrogatePairs, 1)
        prefix = bare
        break
      default: {
        const script = kind === undefined || kind === Character.traditional ? han : kind
        let traditional = kind === Character.traditional ? 1 : 0
        for (; at < end; at += 1) {
          const next = classAt(units, at)
          if (next === Character.traditional && script === han) traditional += 1
          else if (next !== script && !(script === accented && isPlainLetter(next))) break
        }
        const feature = firstScript + (script - accented) * 2
        add(feature, 1)
        add(feature + 1, at - start)
        if (traditional > 0) add(traditionalLetters, traditional)
        prefix = bare
      }
    }
    unbrokenFrom = at
    hasDigit = false
  }
  return counts
}

function classAt(units: Uint16Array, at: number): number {
  return characterClass[units[at] as number] as number
}

/** Characters from `start` on that differ from the one before them: the rest are repeats, which cost little. */
function changesBetween(units: Uint16Array, start: number, end: number): number {
  let changes = 0
  for (let at = start; at < end; at += 1) if (units[at] !== units[at - 1]) changes += 1
  return changes
}

function isPlainLetter(kind: number | undefined): boolean {
  return kind === lower || kind === upper
}

/** `'s 't 'm 'd 'll 've 're` stay in the piece of the word before them. */
function contractionLength(text: string, at: number): number {
  const suffix = text.slice(at + 1, at + 3).toLowerCase()
  if (suffix === 'll' || suffix === 've' || suffix === 're') return 3
  return suffix !== '' && 'stmd'.includes(suffix.charAt(0)) ? 2 : 0
}
