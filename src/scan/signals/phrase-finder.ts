/** Finds which of many phrases a text says, in one pass over its words. */
import { unspacedScripts } from './unspaced-scripts.ts'

/**
 * Lines of phrases, divided by ` / `. In a phrase a space is any white space, `'` either apostrophe, `…` a gap of at
 * most 60 characters inside the sentence; `^` in front wants it at the start of a sentence or clause. Case is ignored.
 */
export type Phrases<Name extends string> = Readonly<Record<Name, readonly string[]>>

const wordSign = `[[\\p{L}\\p{M}\\p{N}_]--${unspacedScripts}]`
const gap = '[^.!?。！？\\n]{1,60}?'
const clauseStart = '(?<=(?:^|[.!?:;,。！？：；，、…—–\\n])[\\s"“„「\'*_>(-]{0,8})'
/** Latin and Cyrillic: all that phrases with spaces end in. Properties would make each of the patterns expensive. */
const letter = '[\\wÀ-ɏЀ-ӿ]'
const endsInWord = new RegExp(`${letter}$`)

/** How often a phrase with a gap is tried in one text: a text of nothing but beginnings would be expensive. */
const mostGapTries = 200

interface Entry<Name> {
  readonly name: Name
  readonly pattern: RegExp
  readonly mostTries: number
}

interface PhraseBook<Name> {
  readonly names: readonly Name[]
  /** Phrases by their first word, or by their first character where a script has no spaces. */
  readonly entries: ReadonlyMap<string, readonly Entry<Name>[]>
  readonly starts: RegExp
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

function findPhrases<Name>(text: string, { names, entries, starts }: PhraseBook<Name>): readonly Name[] {
  const found = new Set<Name>()
  const tries = new Map<RegExp, number>()
  for (const { 0: first, index } of text.matchAll(starts))
    for (const { name, pattern, mostTries } of entries.get(first) ?? []) {
      const tried = tries.get(pattern) ?? 0
      if (found.has(name) || tried >= mostTries) continue
      if (mostTries === mostGapTries) tries.set(pattern, tried + 1)
      pattern.lastIndex = index
      if (pattern.test(text)) found.add(name)
    }
  return names.filter(name => found.has(name))
}

function phraseBook<Name extends string>(phrases: Phrases<Name>): PhraseBook<Name> {
  const names = Object.keys(phrases) as Name[]
  const firstWord = new RegExp(`${wordSign}+|(${unspacedScripts})`, 'v')
  const entries = new Map<string, Entry<Name>[]>()
  const unspaced = new Set<string>()
  for (const name of names)
    for (const phrase of phrases[name].flatMap(line => line.toLowerCase().split(' / '))) {
      const [first = '', sign] = firstWord.exec(phrase) ?? []
      if (sign !== undefined) unspaced.add(sign)
      entries.set(first, [...(entries.get(first) ?? []), entryOf(name, phrase)])
    }
  return { names, entries, starts: new RegExp(`${wordSign}+|[${[...unspaced].join('')}]`, 'gv') }
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
    mostTries: phrase.includes('…') ? mostGapTries : Number.POSITIVE_INFINITY,
  }
}
