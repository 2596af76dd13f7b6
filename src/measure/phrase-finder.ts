/** Finds which of many phrases a text says, in one pass over its words. */

/**
 * How phrases are written down: a space is any white space, `'` either apostrophe, `…` a gap of at most 60 characters
 * inside the sentence; `^` in front wants the phrase at the start of a sentence or clause. Case does not matter.
 */
export type Phrases<Name extends string> = Readonly<Record<Name, readonly string[]>>

const unspaced = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'
const wordSign = `[[\\p{L}\\p{M}\\p{N}_]--${unspaced}]`
const starter = `${wordSign}+|${unspaced}`
const gap = '[^.!?。！？\\n]{1,60}?'
const clauseStart = '(?<=(?:^|[.!?:;,。！？：；，、…—–\\n])[\\s"“„「\'*_>\\(\\-]{0,8})'

interface Entry<Name> {
  readonly name: Name
  readonly pattern: RegExp
}

/** The names whose phrases occur in a text, in the order in which `phrases` lists them. */
export function phraseFinder<Name extends string>(phrases: Phrases<Name>): (text: string) => readonly Name[] {
  const names = Object.keys(phrases) as Name[]
  const entries = new Map<string, Entry<Name>[]>()
  for (const name of names)
    for (const phrase of phrases[name]) {
      const first = new RegExp(starter, 'v').exec(phrase)?.[0].toLowerCase() ?? ''
      entries.set(first, [...(entries.get(first) ?? []), { name, pattern: compile(phrase) }])
    }
  return text => {
    const found = new Set<Name>()
    for (const { 0: first, index } of text.matchAll(new RegExp(starter, 'gv')))
      for (const { name, pattern } of entries.get(first.toLowerCase()) ?? []) {
        pattern.lastIndex = index
        if (!found.has(name) && pattern.test(text)) found.add(name)
      }
    return names.filter(name => found.has(name))
  }
}

const endsInWord = new RegExp(`${wordSign}$`, 'v')

function compile(phrase: string): RegExp {
  const atStart = phrase.startsWith('^')
  const said = (atStart ? phrase.slice(1) : phrase)
    .replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    .replaceAll("'", "['’]")
    .replaceAll(' … ', `\\s${gap}\\s`)
    .replaceAll('…', gap)
    .replaceAll(' ', '\\s{1,8}')
  const end = endsInWord.test(phrase) ? `(?!${wordSign})` : ''
  return new RegExp(`${atStart ? clauseStart : ''}${said}${end}`, 'ivy')
}
