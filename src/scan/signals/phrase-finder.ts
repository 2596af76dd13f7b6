/** Finds which of many phrases a text says, in one pass over its words. */
import { codeUnits, passingUnits } from '../../tokens/code-units.ts'
import { firstWordKind, Kind, kindOf } from '../character-kind.ts'
import { matchesAt } from '../matches-at.ts'
import { WordIndex } from '../word-index.ts'

/**
 * Lines of phrases, divided by ` / `. In a phrase a space is any white space, `'` either apostrophe, `…` a gap of at
 * most 60 characters inside the sentence; `^` in front wants it at the start of a sentence or clause. Case is ignored.
 */
export type Phrases<Name extends string> = Readonly<Record<Name, readonly string[]>>

const gap = '[^.!?。！？\\n]{1,60}?'
/** A clause begins after the first of these, and the second may precede its first word. */
const clauseEnds = '.!?:;,。！？：；，、…—–\n'
const openers = '"“„「\'*_>(-'
const maxOpeners = 8
const maxSpaces = 8
const apostrophe = 0x27
const curlyApostrophe = 0x2019
const blank = 0x20

/** How often a phrase with a gap is tried in one text: a text of nothing but beginnings would be expensive. */
const maxGapTries = 200

/** Compared by code unit: a process would compile hundreds of patterns for the few texts of its first call. */
interface Entry<Name> {
  readonly name: Name
  /** In small letters, without the `^`. */
  readonly phrase: string
  readonly atStart: boolean
  /** For a phrase with a gap. */
  readonly pattern: RegExp | undefined
}

interface PhraseBook<Name> {
  readonly names: readonly Name[]
  /** Phrases by their first word, or by their first character where a script has no spaces. */
  readonly entries: WordIndex<readonly Entry<Name>[]>
}

/** The names whose phrases occur in a text, in the order in which `phrases` lists them. */
export function phraseFinder<Name extends string>(phrases: Phrases<Name>): (text: string) => readonly Name[] {
  // Made by the first text, not by the import: it takes tens of milliseconds.
  let book: PhraseBook<Name> | undefined
  return text => {
    book ??= phraseBook(phrases)
    return findPhrases(text.toLowerCase(), book)
  }
}

function findPhrases<Name>(text: string, { names, entries }: PhraseBook<Name>): readonly Name[] {
  let found: Set<Name> | undefined
  let tries: Map<Entry<Name>, number> | undefined
  const units = passingUnits(text)
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = startEnd(units, at, text.length)
    if (end === at) {
      end += 1
      continue
    }
    const begun = entries.getByUnits(text, units, at, end)
    if (begun === undefined) continue
    for (const entry of begun) {
      const { name, phrase, atStart, pattern } = entry
      if (found?.has(name) === true) continue
      if (pattern !== undefined) {
        tries ??= new Map()
        const tried = tries.get(entry) ?? 0
        if (tried >= maxGapTries) continue
        tries.set(entry, tried + 1)
      }
      if (atStart && !beginsClause(units, at)) continue
      if (pattern === undefined ? fits(phrase, units, at, text.length) : matchesAt(pattern, text, at))
        found = (found ?? new Set()).add(name)
    }
    if (found?.size === names.length) break
  }
  return found === undefined ? [] : names.filter(name => found.has(name))
}

/** Where the word at `at` ends, or the one character of a script without spaces; `at` itself where nothing begins. */
function startEnd(units: Uint16Array, at: number, length: number): number {
  const kind = kindOf[units[at] as number] as number
  if (kind >= Kind.hiragana && kind <= Kind.han) return at + 1
  let end = at
  while (end < length && (kindOf[units[end] as number] as number) >= firstWordKind) end += 1
  return end
}

function phraseBook<Name extends string>(phrases: Phrases<Name>): PhraseBook<Name> {
  const names = Object.keys(phrases) as Name[]
  const entries = new Map<string, Entry<Name>[]>()
  for (const name of names)
    for (const phrase of phrases[name].flatMap(line => line.toLowerCase().split(' / '))) {
      const start = phrase.startsWith('^') ? 1 : 0
      const first = phrase.slice(start, startEnd(codeUnits(phrase), start, phrase.length))
      entries.set(first, [...(entries.get(first) ?? []), entryOf(name, phrase)])
    }
  return { names, entries: new WordIndex(entries) }
}

function entryOf<Name>(name: Name, said: string): Entry<Name> {
  const atStart = said.startsWith('^')
  const phrase = atStart ? said.slice(1) : said
  return { name, phrase, atStart, pattern: phrase.includes('…') ? patternOf(phrase) : undefined }
}

function beginsClause(units: Uint16Array, at: number): boolean {
  for (let start = at; start > 0; start -= 1) {
    const before = units[start - 1] as number
    if (clauseEnds.includes(String.fromCharCode(before))) return true
    const isOpener = isSpace(before) || openers.includes(String.fromCharCode(before))
    if (!isOpener || at - start === maxOpeners) return false
  }
  return true
}

function fits(phrase: string, units: Uint16Array, start: number, length: number): boolean {
  let at = start
  for (let index = 0; index < phrase.length; index += 1) {
    const wanted = phrase.charCodeAt(index)
    if (wanted === blank) {
      const from = at
      while (at < length && at - from < maxSpaces && isSpace(units[at] as number)) at += 1
      if (at === from) return false
      continue
    }
    if (at === length) return false
    const unit = units[at] as number
    if (unit !== wanted && !(wanted === apostrophe && unit === curlyApostrophe)) return false
    at += 1
  }
  return at === length || !isLetter(phrase.charCodeAt(phrase.length - 1)) || !isLetter(units[at] as number)
}

function patternOf(phrase: string): RegExp {
  const said = phrase
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll("'", "['’]")
    .replaceAll(' … ', `\\s${gap}\\s`)
    .replaceAll('…', gap)
    .replaceAll(' ', `\\s{1,${maxSpaces}}`)
  const end = isLetter(phrase.charCodeAt(phrase.length - 1)) ? '(?![\\wÀ-ɏЀ-ӿ])' : ''
  return new RegExp(said + end, 'y')
}

/** Latin and Cyrillic: all that phrases with spaces end in. */
function isLetter(unit: number): boolean {
  return unit < 0x80
    ? (kindOf[unit] as number) >= firstWordKind
    : (unit >= 0xc0 && unit <= 0x24f) || (unit >= 0x400 && unit <= 0x4ff)
}

function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === blank || (unit >= 0x09 && unit <= 0x0d)
  return unit === 0xa0 || (unit >= 0x1680 && wideSpaces.has(unit))
}

/** All that `\s` matches beyond Latin. */
const wideSpaces: ReadonlySet<number> = new Set(
  Array.from(
    '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    space => space.charCodeAt(0),
  ),
)
