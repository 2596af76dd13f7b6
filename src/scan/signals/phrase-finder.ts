/** Finds which of many phrases a text says, in one pass over its words. */
import { codeUnits, passingUnits } from '../../tokens/code-units.ts'
import { firstWordKind, Kind, kindOf } from '../character-kind.ts'
import { WordIndex } from '../word-index.ts'

/**
 * Lines of phrases, divided by ` / `. In a phrase a space is any white space, `'` either apostrophe, `…` a gap of at
 * most 60 characters inside the sentence; `^` in front wants it at the start of a sentence or clause. Case is ignored.
 */
export type Phrases<Name extends string> = Readonly<Record<Name, readonly string[]>>

const gap = '[^.!?。！？\\n]{1,60}?'
const clauseStart = '(?<=(?:^|[.!?:;,。！？：；，、…—–\\n])[\\s"“„「\'*_>(-]{0,8})'
/** Latin and Cyrillic: all that phrases with spaces end in. Properties would make each of the patterns expensive. */
const letter = '[\\wÀ-ɏЀ-ӿ]'
const endsInWord = new RegExp(`${letter}$`)

/** How often a phrase with a gap is tried in one text: a text of nothing but beginnings would be expensive. */
const maxGapTries = 200

interface Entry<Name> {
  readonly name: Name
  readonly pattern: RegExp
  readonly mostTries: number
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
  let tries: Map<RegExp, number> | undefined
  const units = passingUnits(text)
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = startEnd(units, at, text.length)
    if (end === at) {
      end += 1
      continue
    }
    const begun = entries.getByUnits(text, units, at, end)
    if (begun === undefined) continue
    for (const { name, pattern, mostTries } of begun) {
      if (found?.has(name) === true) continue
      if (mostTries === maxGapTries) {
        tries ??= new Map()
        const tried = tries.get(pattern) ?? 0
        if (tried >= mostTries) continue
        tries.set(pattern, tried + 1)
      }
      pattern.lastIndex = at
      if (pattern.test(text)) found = (found ?? new Set()).add(name)
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

function entryOf<Name>(name: Name, phrase: string): Entry<Name> {
  const atStart = phrase.startsWith('^')
  const said = (atStart ? phrase.slice(1) : phrase)
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll("'", "['’]")
    .replaceAll(' … ', `\\s${gap}\\s`)
    .replaceAll('…', gap)
    .replaceAll(' ', '\\s{1,8}')
  const end = endsInWord.test(phrase) ? `(?!${letter})` : ''
  return {
    name,
    pattern: new RegExp(`${atStart ? clauseStart : ''}${said}${end}`, 'y'),
    mostTries: phrase.includes('…') ? maxGapTries : Number.POSITIVE_INFINITY,
  }
}
