/** The search itself, the same for every store: which texts contain all terms, best first. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import type { SearchQuery, SearchWords } from './search-query.ts'
import { foldText } from './search-text.ts'
import type { SearchHit } from './store.ts'

/** A text that may match. */
export interface SearchCandidate {
  readonly hash: string
  readonly size: number
  readonly text: string
}

type Match = Omit<SearchHit, 'handle'> & { readonly hash: string }

interface Found extends Match {
  /** How often each term occurs. */
  readonly counts: readonly number[]
  readonly length: number
  /** How close together the terms are, up to 1. */
  readonly closeness: number
}

/** For frequent words, only the newest texts of this many characters are ranked, and older ones are not read. */
const rankedCharacters = 16 << 20

/** Takes texts that may match, the newest first, and ranks those that do. */
export interface Ranking {
  /** Returns whether older texts are still needed. */
  add(candidate: SearchCandidate): boolean
  matches(): readonly Match[]
}

export function rankingOf(query: SearchQuery): Ranking {
  const { limit } = query
  const found: Found[] = []
  let read = 0
  return {
    add(candidate) {
      const match = matchOf(candidate, query)
      if (match !== undefined) found.push(match)
      read += candidate.text.length
      return read < rankedCharacters || found.length < limit
    },
    matches: () => ranked(found).slice(0, limit),
  }
}

/** `candidates` come newest first and are read only as far as needed. */
export function searchOriginals(candidates: Iterable<SearchCandidate>, query: SearchQuery): readonly Match[] {
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

function matchOf({ hash, size, text }: SearchCandidate, words: SearchWords): Found | undefined {
  const folded = foldText(text)
  const passage = closestPassage(folded, words)
  if (passage === undefined) return undefined
  const { position, line, closeness } = passage
  return {
    hash,
    size,
    line,
    snippet: matchSnippet(text, position),
    // A form may be part of another one: `\\` is in `\\\\`.
    counts: words.forms.map(forms => Math.max(...forms.map(form => occurrences(folded, form)))),
    length: text.length,
    closeness,
  }
}

interface Passage {
  readonly position: number
  /** The line in which it begins, counted from 1. */
  readonly line: number
  /** 1 if the terms are adjacent, less with more text between them. */
  readonly closeness: number
}

/** Maximum number of passages of one text that are compared. */
const maxPassages = 10_000

/** More than the length of any line that is read. */
const lineBreakCost = 1 << 20

/** Where all terms are closest together, in one line if possible; `undefined` if one is missing. */
export function closestPassage(folded: string, { terms, forms }: SearchWords): Passage | undefined {
  const found: FoundTerm[] = []
  for (const [index, term] of terms.entries()) {
    const cursors = (forms[index] ?? []).map(form => ({ form, at: folded.indexOf(form) }))
    const at = firstOf(cursors)
    if (at < 0) return undefined
    found.push({ length: term.length, cursors, at })
  }
  const typed = terms.join(' ')
  const asTyped = folded.indexOf(typed)
  if (asTyped >= 0) return passageAt(folded, asTyped, 1)
  let best = { position: 0, cost: Number.POSITIVE_INFINITY }
  let lineBreak = -1
  for (let passages = 0; passages < maxPassages && best.cost > typed.length; passages += 1) {
    const first = found.reduce((one, other) => (other.at < one.at ? other : one))
    const end = Math.max(...found.map(({ at, length }) => at + length))
    if (lineBreak < first.at) lineBreak = lineBreakFrom(folded, first.at)
    const cost = end - first.at + (lineBreak < end ? lineBreakCost : 0)
    if (cost < best.cost) best = { position: first.at, cost }
    moveBehind(first, folded)
    if (first.at < 0) break
  }
  return passageAt(folded, best.position, Math.min(1, typed.length / best.cost))
}

/** The next occurrence of a term. */
interface FoundTerm {
  readonly length: number
  /** The next position of each form; positions only increase, so that a text is read once for each form. */
  readonly cursors: { readonly form: string; at: number }[]
  /** The first of these positions. */
  at: number
}

function moveBehind(term: FoundTerm, text: string): void {
  const from = term.at + 1
  for (const cursor of term.cursors)
    if (cursor.at >= 0 && cursor.at < from) cursor.at = text.indexOf(cursor.form, from)
  term.at = firstOf(term.cursors)
}

/** -1 if there is none. */
function firstOf(cursors: FoundTerm['cursors']): number {
  return cursors.reduce((first, { at }) => (at >= 0 && (first < 0 || at < first) ? at : first), -1)
}

function lineBreakFrom(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

function passageAt(text: string, position: number, closeness: number): Passage {
  return { position, line: 1 + occurrences(text.slice(0, position), '\n'), closeness }
}

function occurrences(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) count += 1
  return count
}

/**
 * BM25, up to doubled if the terms are close together. Every match contains every term, so the rarity of a term does not affect
 * the order. Ties: newest first.
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

/** The line around a match as one short, safe line of text. */
const maxLength = 160
const before = 50
const ellipsis = '…'

/** Control characters, line separators and direction marks, which would affect a terminal or reorder its text. */
const unsafe = lazyPattern(String.raw`[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]`, 'gu')

export function matchSnippet(text: string, position: number, length: number = maxLength): string {
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

/** Adds the handle of its hash to each item. */
export function withHandles<Item extends { readonly hash: string }>(
  items: readonly Item[],
  handlesOf: (hashes: readonly string[]) => readonly string[],
): (Item & { readonly handle: string })[] {
  const handles = handlesOf(items.map(({ hash }) => hash))
  return items.map((item, index) => ({ ...item, handle: handles[index] as string }))
}
