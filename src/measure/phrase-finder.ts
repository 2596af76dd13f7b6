/** Finds which of many phrases a text says, in one pass over its words. */
import { unspacedScripts } from './unspaced-scripts.ts'

/**
 * Lines of phrases, divided by ` / `. In a phrase a space is any white space, `'` either apostrophe, `…` a gap of at
 * most 60 characters inside the sentence; `^` in front wants it at the start of a sentence or clause. Case is ignored.
 */
export type Phrases<Name extends string> = Readonly<Record<Name, readonly string[]>>

const wordSign = `[[\\p{L}\\p{M}\\p{N}_]--${unspacedScripts}]`
const firstWord = new RegExp(`${wordSign}+|${unspacedScripts}`, 'v')
const isUnspaced = new RegExp(`^${unspacedScripts}`, 'v')
const gap = '[^.!?。！？\\n]{1,60}?'
const clauseStart = '(?<=(?:^|[.!?:;,。！？：；，、…—–\\n])[\\s"“„「\'*_>(-]{0,8})'
/** Latin and Cyrillic letters: all that phrases with spaces end in. Classes by script would cost 300 ms at start. */
const letter = '[\\wÀ-ɏЀ-ӿ]'
const endsInWord = new RegExp(`${letter}$`)

/** How often a phrase with a gap is tried in one text: a text of nothing but beginnings would be expensive. */
const mostGapTries = 200

interface Entry<Name> {
  readonly name: Name
  readonly pattern: RegExp
  readonly mostTries: number
}

/** The names whose phrases occur in a text, in the order in which `phrases` lists them. */
export function phraseFinder<Name extends string>(phrases: Phrases<Name>): (text: string) => readonly Name[] {
  const names = Object.keys(phrases) as Name[]
  const entries = new Map<string, Entry<Name>[]>()
  for (const name of names)
    for (const phrase of phrases[name].flatMap(line => line.toLowerCase().split(' / '))) {
      const first = firstWord.exec(phrase)?.[0] ?? ''
      entries.set(first, [...(entries.get(first) ?? []), entryOf(name, phrase)])
    }
  const unspacedStarts = [...entries.keys()].filter(first => isUnspaced.test(first)).join('')
  const starts = new RegExp(`${wordSign}+|[${unspacedStarts}]`, 'gv')
  return text => {
    const found = new Set<Name>()
    const tries = new Map<RegExp, number>()
    const said = text.toLowerCase()
    for (const { 0: first, index } of said.matchAll(starts))
      for (const { name, pattern, mostTries } of entries.get(first) ?? []) {
        const tried = tries.get(pattern) ?? 0
        if (found.has(name) || tried >= mostTries) continue
        if (mostTries === mostGapTries) tries.set(pattern, tried + 1)
        pattern.lastIndex = index
        if (pattern.test(said)) found.add(name)
      }
    return names.filter(name => found.has(name))
  }
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
