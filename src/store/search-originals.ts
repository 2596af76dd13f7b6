/** Search itself, the same for every store: which texts hold all terms, best first. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import { formsOf, type SearchQuery } from './search-query.ts'
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
  /** How close together the terms stand, up to 1. */
  readonly closeness: number
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
  const passage = closestPassage(folded, terms)
  if (passage === undefined) return undefined
  const { position, closeness } = passage
  return {
    hash,
    size,
    line: 1 + occurrences(folded.slice(0, position), '\n'),
    snippet: snippet(text, position),
    counts: terms.map(term => formsOf(term).reduce((sum, form) => sum + occurrences(folded, form), 0)),
    length: text.length,
    closeness,
  }
}

export interface Passage {
  readonly position: number
  /** 1 where the terms follow each other, less the more stands between them. */
  readonly closeness: number
}

/** Of a text in which the terms stand everywhere, the first passages are compared. */
const maxPassages = 10_000

/** Where all terms stand closest together, in one line if they do in any; `undefined` where one is missing. */
export function closestPassage(folded: string, terms: readonly string[]): Passage | undefined {
  const wanted = terms.map(term => ({ term, forms: formsOf(term) }))
  const found = wanted.map(({ term, forms }) => ({ term, forms, at: indexOfAny(folded, forms, 0) }))
  if (found.some(({ at }) => at < 0)) return undefined
  const ideal = terms.join(' ').length
  const asTyped = folded.indexOf(terms.join(' '))
  if (asTyped >= 0) return { position: asTyped, closeness: 1 }
  let best = { position: 0, cost: Number.POSITIVE_INFINITY }
  for (let passages = 0; passages < maxPassages && best.cost > ideal; passages += 1) {
    const first = found.reduce((one, other) => (other.at < one.at ? other : one))
    const end = Math.max(...found.map(({ term, at }) => at + term.length))
    const cost = costOf(folded, first.at, end)
    if (cost < best.cost) best = { position: first.at, cost }
    first.at = indexOfAny(folded, first.forms, first.at + 1)
    if (first.at < 0) break
  }
  return { position: best.position, closeness: Math.min(1, ideal / best.cost) }
}

/** Longer than any line that is read. */
const lineBreakCost = 1 << 20

function costOf(text: string, start: number, end: number): number {
  const lineBreak = text.indexOf('\n', start)
  return end - start + (lineBreak >= 0 && lineBreak < end ? lineBreakCost : 0)
}

function indexOfAny(text: string, forms: readonly string[], from: number): number {
  const positions = forms.map(form => text.indexOf(form, from)).filter(at => at >= 0)
  return positions.length === 0 ? -1 : Math.min(...positions)
}

function occurrences(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) count += 1
  return count
}

/**
 * BM25, up to doubled where the terms stand together. Every match holds every term, so how rare a term is does not rank
 * them. Ties: newest first.
 */
function ranked(found: readonly Found[]): readonly Found[] {
  const averageLength = found.reduce((sum, { length }) => sum + length, 0) / found.length
  const scoreOf = ({ counts, length, closeness }: Found) =>
    (1 + closeness) *
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

export function snippet(text: string, position: number, length: number = maxLength): string {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1
  const lineBreak = text.indexOf('\n', position)
  const lineEnd = lineBreak < 0 ? text.length : lineBreak
  if (lineEnd - lineStart <= length) return harmless(text.slice(lineStart, lineEnd))
  const room = length - 2 * ellipsis.length
  const lead = Math.min(before, Math.floor(length / 3))
  const start = Math.max(lineStart, Math.min(position - lead, lineEnd - room))
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
