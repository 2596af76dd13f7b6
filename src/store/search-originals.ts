/** Search itself, the same for every store: which texts hold all terms, best first. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import type { SearchQuery } from './search-query.ts'
import { foldText } from './search-text.ts'
import type { SearchHit } from './store.ts'

/** A text that may match. */
export interface Candidate {
  readonly hash: string
  readonly size: number
  readonly text: string
}

type Match = Omit<SearchHit, 'handle'> & { readonly hash: string }

interface Found extends Match {
  /** How often each term occurs. */
  readonly counts: readonly number[]
  readonly length: number
}

/** Where a word is everywhere, the newest texts of this many characters are ranked, and the older ones not read. */
const rankedCharacters = 16 << 20

/** Takes texts that may match, the newest first, and ranks those that do. */
export interface Ranking {
  /** Whether older texts are still wanted. */
  add(candidate: Candidate): boolean
  matches(): readonly Match[]
}

export function rankingOf({ terms, limit }: SearchQuery): Ranking {
  const found: Found[] = []
  let read = 0
  return {
    add(candidate) {
      const match = matchOf(candidate, terms)
      if (match !== undefined) found.push(match)
      read += candidate.text.length
      return read < rankedCharacters || found.length < limit
    },
    matches: () => ranked(found).slice(0, limit),
  }
}

/** `candidates` come newest first and are read only as far as needed. */
export function searchOriginals(candidates: Iterable<Candidate>, query: SearchQuery): readonly Match[] {
  const ranking = rankingOf(query)
  for (const candidate of candidates) if (!ranking.add(candidate)) break
  return ranking.matches()
}

export function hitsOf(
  matches: readonly Match[],
  handlesOf: (hashes: readonly string[]) => readonly string[],
): readonly SearchHit[] {
  return withHandles(matches, handlesOf).map(({ handle, line, snippet, size }) => ({
    handle,
    line,
    snippet,
    size,
  }))
}

function matchOf({ hash, size, text }: Candidate, terms: readonly string[]): Found | undefined {
  const folded = foldText(text)
  if (!terms.every(term => folded.includes(term))) return undefined
  const position = bestPosition(folded, terms)
  return {
    hash,
    size,
    line: 1 + occurrences(folded.slice(0, position), '\n'),
    snippet: snippet(text, position),
    counts: terms.map(term => occurrences(folded, term)),
    length: text.length,
  }
}

/** In the first line that holds all terms; where none does, the first term's first occurrence. */
function bestPosition(text: string, terms: readonly string[]): number {
  const [first = ''] = terms
  for (let at = text.indexOf(first); at >= 0; ) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak < 0 ? text.length : lineBreak
    const line = text.slice(text.lastIndexOf('\n', at) + 1, end)
    if (terms.every(term => line.includes(term))) return at
    at = text.indexOf(first, end)
  }
  return text.indexOf(first)
}

function occurrences(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) count += 1
  return count
}

/** BM25. Every match holds every term, so how rare a term is does not rank them. Ties: newest first. */
function ranked(found: readonly Found[]): readonly Found[] {
  const averageLength = found.reduce((sum, { length }) => sum + length, 0) / found.length
  const scoreOf = ({ counts, length }: Found) =>
    counts.reduce((sum, count) => sum + count / (count + 1.2 * (0.25 + (0.75 * length) / averageLength)), 0)
  return found
    .map(match => ({ match, score: scoreOf(match) }))
    .sort((a, b) => b.score - a.score)
    .map(({ match }) => match)
}

/** The line around a match as one short, harmless line of text. */
const maxLength = 160
const before = 50
const ellipsis = '…'

/** Control characters, line separators and direction marks: they would act on a terminal, or reorder what it shows. */
const unsafe = lazyPattern(String.raw`[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]`, 'gu')

export function snippet(text: string, position: number): string {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1
  const lineBreak = text.indexOf('\n', position)
  const lineEnd = lineBreak < 0 ? text.length : lineBreak
  if (lineEnd - lineStart <= maxLength) return harmless(text.slice(lineStart, lineEnd))
  const room = maxLength - 2 * ellipsis.length
  const start = Math.max(lineStart, Math.min(position - before, lineEnd - room))
  const end = Math.min(lineEnd, start + room)
  const cut = harmless(text.slice(afterPair(text, start), beforePair(text, end)))
  return `${start > lineStart ? ellipsis : ''}${cut}${end < lineEnd ? ellipsis : ''}`
}

function harmless(text: string): string {
  return text.toWellFormed().replace(unsafe(), ' ').trim()
}

function afterPair(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at
}

function beforePair(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

/** Things that carry a hash, each with the handle of that hash. */
export function withHandles<Item extends { readonly hash: string }>(
  items: readonly Item[],
  handlesOf: (hashes: readonly string[]) => readonly string[],
): (Item & { readonly handle: string })[] {
  const handles = handlesOf(items.map(({ hash }) => hash))
  return items.map((item, index) => ({ ...item, handle: handles[index] as string }))
}
