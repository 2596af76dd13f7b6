/** English in fewer words: replaces phrases by shorter ones, and drops words that a reader can infer. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import type { TokenCounter } from '../../../types.ts'
import { type Chunk, joinedChunks } from './chunks.ts'
import { englishPhrases } from './english-phrases.ts'
import { englishWords, personsDroppedAtUltra } from './english-words.ts'
import { type NotationLevel, phrasesAt, reaches } from './notation.ts'

interface Phrase {
  readonly words: readonly string[]
  readonly to: string
}

/** The phrases by their first word, longest first. */
type PhraseTable = ReadonlyMap<string, readonly Phrase[]>

/** The phrases of a level that save tokens by this counter. */
export function phraseTable(level: NotationLevel, counter: TokenCounter): PhraseTable {
  const table = new Map<string, Phrase[]>()
  for (const [from, to] of phrasesAt(level, englishPhrases)) {
    if (!saves(from, to, counter)) continue
    const words = from.split(' ')
    const first = words[0] ?? ''
    table.set(first, [...(table.get(first) ?? []), { words, to }])
  }
  for (const phrases of table.values()) phrases.sort((one, two) => two.words.length - one.words.length)
  return table
}

function saves(from: string, to: string, counter: TokenCounter): boolean {
  const within = (text: string): string => `use ${text === '' ? '' : `${text.replace('#', '5')} `}here`
  return counter.count(within(to)) < counter.count(within(from))
}

/** A dropped word makes others neighbours, so several passes are made, at most this many. */
const maxPasses = 6

export function shorterEnglish(chunks: readonly Chunk[], level: NotationLevel, table: PhraseTable): string {
  let made = chunks
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = onePass(made, level, table)
    if (next === made) break
    made = next
  }
  return joinedChunks(made)
}

/** Returns the same chunks if there is nothing to do. */
function onePass(chunks: readonly Chunk[], level: NotationLevel, table: PhraseTable): readonly Chunk[] {
  const made: Chunk[] = []
  let isChanged = false
  for (let at = 0; at < chunks.length; ) {
    const chunk = chunks[at] as Chunk
    const phrase = table.get(chunk.letters)?.find(each => matches(chunks, at, each))
    const replaced = phrase === undefined ? undefined : withPhrase(chunks, at, phrase, made.at(-1))
    if (phrase !== undefined && replaced !== undefined) {
      at += phrase.words.length
      isChanged = true
      push(made, replaced)
    } else {
      at += 1
      const isGone = mayDrop(chunk, made.at(-1), chunks[at], level)
      isChanged ||= isGone
      push(made, isGone ? { ...chunk, raw: '' } : chunk)
    }
  }
  return isChanged ? made : chunks
}

/** The gap of a dropped chunk goes to the next one; of two gaps, the one with a line break stays. */
function push(made: Chunk[], chunk: Chunk): void {
  const gone = made.at(-1)?.raw === '' ? made.pop() : undefined
  if (gone === undefined) made.push(chunk)
  else
    made.push({
      ...chunk,
      gap: chunk.gap.includes('\n') && made.length > 0 ? chunk.gap : gone.gap,
      isStart: gone.isStart || chunk.isStart,
    })
}

/** Names stay, except those that have an abbreviation: `Chief Executive Officer`. */
function matches(chunks: readonly Chunk[], at: number, { words, to }: Phrase): boolean {
  const isName = /^[A-Z]{2,}$/.test(to)
  return words.every((word, offset) => {
    const chunk = chunks[at + offset]
    if (chunk === undefined) return false
    if (offset > 0 && (chunk.lead !== '' || chunks[at + offset - 1]?.trail !== '')) return false
    return word === '#' ? /^\d/.test(chunk.raw) : (isName ? chunk.letters : chunk.word) === word
  })
}

function withPhrase(
  chunks: readonly Chunk[],
  at: number,
  { words, to }: Phrase,
  before: Chunk | undefined,
): Chunk | undefined {
  const first = chunks[at] as Chunk
  const last = chunks[at + words.length - 1] as Chunk
  const after = chunks[at + words.length]
  if (isDenied(before) || (obligations.has(to) && helpers.has(before?.word ?? ''))) return undefined
  if (to === '')
    return isDroppable(first, last, after, before) && !(first.isStart && relatives.has(first.word))
      ? { ...first, raw: '', trail: '' }
      : undefined
  const text = to.includes('#') && words.includes('#') ? to.replace('#', last.raw) : to + last.trail
  const cased = /^[A-Z]/.test(first.raw.slice(first.lead.length))
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text
  if (!/^[\p{L}(]/u.test(first.lead + cased) && beginsLine(first, before)) return undefined
  return { ...first, raw: first.lead + cased, word: plainWord(to), letters: plainWord(to), trail: last.trail }
}

/** `not really`, `do not have to`: replacing the phrase would change what is negated. */
function isDenied(before: Chunk | undefined): boolean {
  return before !== undefined && /^(?:not|no|never|cannot|without|[a-z]{2,8}n['’]t)$/i.test(before.raw)
}

/** `will have to` is not `will must`. */
const obligations: ReadonlySet<string> = new Set(['must', 'must be', 'can', 'should', 'handle', 'handles'])
const helpers: ReadonlySet<string> = wordSet(
  'will would may might can could should must shall do does did to had have has',
)

function mayDrop(
  chunk: Chunk,
  before: Chunk | undefined,
  after: Chunk | undefined,
  level: NotationLevel,
): boolean {
  if (chunk.word === '' || !isDroppable(chunk, chunk, after, before)) return false
  if (level === 'ultra' && personsDroppedAtUltra.has(chunk.word) && after !== undefined) return true
  const word = englishWords.get(chunk.word)
  return word !== undefined && reaches(level, word.minLevel) && word.mayGo({ chunk, before, after })
}

/**
 * A comma is dropped too at the start of a sentence or after another comma; no other mark may be lost, and no line may begin
 * with text that reads as a mark.
 */
function isDroppable(
  first: Chunk,
  last: Chunk,
  after: Chunk | undefined,
  before: Chunk | undefined,
): boolean {
  if (first.lead !== '' || after === undefined) return false
  if (last.trail !== '' && !(last.trail === ',' && (first.isStart || before?.raw.endsWith(',') === true)))
    return false
  const isFirst = beginsLine(first, before) || after.gap.includes('\n')
  return !isFirst || (/^(?:[\p{L}\p{N}("“]|`[^`])/u.test(after.raw) && !/^\d{1,9}[.)]/.test(after.raw))
}

function beginsLine(chunk: Chunk, before: Chunk | undefined): boolean {
  return before === undefined || before.raw === '' || chunk.gap.includes('\n')
}

/** `That is why`: at the start of a sentence it is not a conjunction. */
const relatives: ReadonlySet<string> = new Set(['that', 'which', 'who'])

/** An inserted word may be part of another phrase. */
function plainWord(text: string): string {
  return /^[a-z]+$/.test(text) ? text : ''
}
