/** Whether two texts are about the same thing, or about two similar things. */
import { itemKey } from './document-lines.ts'

/** Longer texts are not compared word by word: they differ too much for certainty. */
const maxWords = 40

/** `oneOnly` and `otherOnly`: the parts that the other section does not have in the same words. */
export function isSameSubject(oneOnly: readonly string[], otherOnly: readonly string[]): boolean {
  if (oneOnly.length === 0 || otherOnly.length === 0) return true
  const one = oneOnly.map(read)
  const other = otherOnly.map(read)
  if (haveOwnNumbers(one, other)) return false
  if (one.some(isLong) && other.some(isLong)) return false
  return !haveRivals(one, other)
}

interface Said {
  readonly key: string | undefined
  readonly words: readonly string[]
}

function read(text: string): Said {
  return { key: itemKey(text), words: wordsOf(text) }
}

function isLong({ words }: Said): boolean {
  return words.length > maxWords
}

/** `10.0.1.1` in one and `10.0.1.2` in the other: two machines. */
function haveOwnNumbers(one: readonly Said[], other: readonly Said[]): boolean {
  const numbers = (said: readonly Said[]): Set<string> =>
    new Set(said.flatMap(({ words }) => words.filter(word => /\p{N}/u.test(word))))
  const ones = numbers(one)
  const others = numbers(other)
  return [...ones].some(number => !others.has(number)) && [...others].some(number => !ones.has(number))
}

/** `name: a` and `name: b`, `runs on linux` and `runs on windows`. */
function haveRivals(one: readonly Said[], other: readonly Said[]): boolean {
  const byKey = new Map<string, Said>()
  const templates = new Set<string>()
  for (const said of one) {
    if (said.key !== undefined) byKey.set(said.key, said)
    for (const template of templatesOf(said)) templates.add(template)
  }
  return other.some(said => {
    const rival = said.key === undefined ? undefined : byKey.get(said.key)
    if (rival !== undefined && !holds(said, rival) && !holds(rival, said)) return true
    return templatesOf(said).some(template => templates.has(template))
  })
}

/** The text with a blank in place of each of its words in turn. */
function templatesOf({ words }: Said): readonly string[] {
  if (words.length > maxWords) return []
  return words.map((_, open) => words.map((word, at) => (at === open ? '\u0000' : word)).join(' '))
}

function holds(one: Said, other: Said): boolean {
  const known = new Set(one.words)
  return other.words.every(word => known.has(word))
}

/** The words of a text in lower case, including numbers, names and paths; pairs of characters in scripts without spaces. */
const word = /[\p{L}\p{N}]+(?:[_.:/@~-][\p{L}\p{N}]+)*/gu
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (found.length < 3 || !unspaced.test(found)) {
      words.push(found)
      continue
    }
    const characters = [...found]
    for (let at = 0; at + 1 < characters.length; at += 1) words.push(`${characters[at]}${characters[at + 1]}`)
  }
  return words
}
