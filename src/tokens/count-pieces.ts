/** Splits a text nearly as o200k_base does, and counts the pieces by shape. */
import { Character, characterClass } from './character-class.ts'
import { passingUnits } from './code-units.ts'
import { featureCount, maxWordLength, pieceFeature, wordFeature, wordPrefixes } from './token-features.ts'

/** Local constants: the loop over the characters compares with little else. */
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
  traditional,
} = Character

/** More spaces than this take more than one token. */
const longSpace = 80

const apostrophe = 39
const tab = 9

const bare = wordPrefixes.indexOf('bare')
const spaced = wordPrefixes.indexOf('spaced')
const joined = wordPrefixes.indexOf('joined')
const marked = wordPrefixes.indexOf('marked')
const dense = wordPrefixes.indexOf('dense')

/** A word counts as dense after this many letters and digits without a break, one of them a digit. */
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

/**
 * How often each feature occurs, in one pass over the code units. Each kind of piece has a separate function: one for all takes
 * longer to compile than a first call counts.
 */
export function countPieces(
  text: string,
  counts: Uint32Array = new Uint32Array(featureCount),
  seen: Int32Array = noFeatures(),
): Uint32Array {
  const units = passingUnits(text)
  const end = text.length
  const tally: Tally = { counts, seen, prefix: bare }
  let unbrokenFrom = 0
  let hasDigit = false
  for (let at = 0; at < end; ) {
    const start = at
    const kind = classAt(units, start)
    at += 1
    if (kind === lower || kind === upper) {
      if (kind === upper) while (at < end && classAt(units, at) === upper) at += 1
      const capitals = kind === upper ? at - start : 0
      while (at < end && classAt(units, at) === lower) at += 1
      if (hasDigit && start - unbrokenFrom >= denseAfter) tally.prefix = dense
      addWord(tally, units, start, at, capitals)
      if (at < end && units[at] === apostrophe) at += contractionLength(text, at)
    } else if (kind === digit) {
      at = addDigits(tally, units, start, end)
      hasDigit = true
    } else {
      // One space before a word, the most common case.
      if (kind === space && at < end && classAt(units, at) > lineBreak)
        tally.prefix = units[start] === tab ? joined : spaced
      else if (kind <= lineBreak) at = addSpaces(tally, units, start, end)
      else if (kind === joiner || kind === symbol) at = addSymbols(tally, units, start, end)
      else at = addOther(tally, units, start, end)
      unbrokenFrom = at
      hasDigit = false
    }
  }
  return counts
}

interface Tally {
  readonly counts: Uint32Array
  readonly seen: Int32Array
  /** The prefix of the next word. */
  prefix: number
}

function add({ counts, seen }: Tally, feature: number, amount: number): void {
  counts[feature] = (counts[feature] as number) + amount
  seen[feature >> 5] = (seen[feature >> 5] as number) | (1 << (feature & 31))
}

function addWord(tally: Tally, units: Uint16Array, start: number, end: number, capitals: number): void {
  const length = end - start
  const wordCase = capitals === 0 ? 0 : capitals === 1 && length > 1 ? 1 : 2
  add(tally, wordFeature(tally.prefix, wordCase, length > maxWordLength ? maxWordLength : length), 1)
  tally.prefix = bare
  if (length <= maxWordLength) return
  const changes = changesBetween(units, start + maxWordLength, end)
  add(tally, lettersBeyondLongest, changes)
  add(tally, repeated, length - maxWordLength - changes)
}

/** Three digits per piece. Like the others below, it returns where the pieces end. */
function addDigits(tally: Tally, units: Uint16Array, start: number, end: number): number {
  const at = runEnd(units, start, end, digit)
  add(tally, digits, Math.ceil((at - start) / 3))
  if (tally.prefix === spaced || tally.prefix === joined) add(tally, spaces, 1)
  tally.prefix = bare
  return at
}

/** Spaces and line breaks up to the next other character. */
function addSpaces(tally: Tally, units: Uint16Array, start: number, end: number): number {
  let line = start
  let at = start
  for (; at < end; at += 1) {
    const kind = classAt(units, at)
    if (kind === lineBreak) line = at + 1
    else if (kind !== space) break
  }
  // The last space belongs to the next piece: `\n    word` is a line break, three spaces and ` word`.
  const indent = at - line
  add(tally, spaces, (line > start ? 1 : 0) + (indent > 1 || (indent === 1 && at === end) ? 1 : 0))
  if (at - start > longSpace) add(tally, repeated, at - start - longSpace)
  tally.prefix = indent === 0 ? bare : units[at - 1] === tab ? joined : spaced
  return at
}

/** Symbols and the line breaks after them; a symbol before a word belongs to the word. */
function addSymbols(tally: Tally, units: Uint16Array, start: number, end: number): number {
  let at = start + 1
  let next = -1
  for (; at < end; at += 1) {
    next = classAt(units, at)
    if (next !== joiner && next !== symbol) break
  }
  const length = at - start
  if (length === 1 && tally.prefix === bare && isPlainLetter(next)) {
    tally.prefix = classAt(units, start) === joiner ? joined : marked
    return at
  }
  tally.prefix = bare
  if (length < 4) add(tally, symbols1 + length - 1, 1)
  else {
    const changes = changesBetween(units, start + 1, at)
    add(tally, symbols4Up, 1)
    add(tally, symbolChanges, changes)
    add(tally, repeated, length - 1 - changes)
  }
  return runEnd(units, at, end, lineBreak)
}

/** A piece beyond ASCII. */
function addOther(tally: Tally, units: Uint16Array, start: number, end: number): number {
  const kind = classAt(units, start)
  tally.prefix = bare
  if (kind === wideSymbol) {
    let at = start + 1
    while (at < end && units[at] === units[start]) at += 1
    add(tally, wideSymbols, 1)
    if (at > start + 1) add(tally, repeatedWideSymbols, at - start - 1)
    return at
  }
  if (kind === eastAsianSymbol) {
    add(tally, eastAsianSymbols, 1)
    return start + 1
  }
  if (kind === surrogate) {
    add(tally, surrogatePairs, 1)
    return start + 2
  }
  const script = kind === traditional ? han : kind
  let at = start
  let traditionals = 0
  for (; at < end; at += 1) {
    const next = classAt(units, at)
    if (next === traditional && script === han) traditionals += 1
    else if (next !== script && !(script === accented && at > start && isPlainLetter(next))) break
  }
  const feature = firstScript + (script - accented) * 2
  add(tally, feature, 1)
  add(tally, feature + 1, at - start)
  if (traditionals > 0) add(tally, traditionalLetters, traditionals)
  return at
}

/** The end of a run of characters of this kind. */
function runEnd(units: Uint16Array, start: number, end: number, kind: number): number {
  let at = start
  while (at < end && classAt(units, at) === kind) at += 1
  return at
}

function classAt(units: Uint16Array, at: number): number {
  return characterClass[units[at] as number] as number
}

/** Characters from `start` on that differ from the one before them: repeats cost little. */
function changesBetween(units: Uint16Array, start: number, end: number): number {
  let changes = 0
  for (let at = start; at < end; at += 1) if (units[at] !== units[at - 1]) changes += 1
  return changes
}

function isPlainLetter(kind: number): boolean {
  return kind === lower || kind === upper
}

/** `'s 't 'm 'd 'll 've 're` stay in the piece of the word before them. */
function contractionLength(text: string, at: number): number {
  const suffix = text.slice(at + 1, at + 3).toLowerCase()
  if (suffix === 'll' || suffix === 've' || suffix === 're') return 3
  return suffix !== '' && 'stmd'.includes(suffix.charAt(0)) ? 2 : 0
}
