/** Parses a query into the terms that must all occur. Nothing in it is syntax. */
import { optionError } from '../errors.ts'
import { foldText } from './search-text.ts'
import type { SearchOptions } from './store.ts'

export interface SearchQuery {
  /** Folded; at least one. */
  readonly terms: readonly string[]
  /** The forms of each term in a text. */
  readonly forms: readonly (readonly string[])[]
  readonly limit: number
  readonly session: string | undefined
}

const defaultLimit = 20
const maxQueryLength = 1000

/** What is searched for in a text. */
export type SearchWords = Pick<SearchQuery, 'terms' | 'forms'>

export function searchQuery(
  query: string,
  { limit = defaultLimit, session }: SearchOptions = {},
): SearchQuery {
  if (query.length > maxQueryLength)
    throw optionError(`The query has ${query.length} characters; at most ${maxQueryLength} are searched for.`)
  if (!Number.isInteger(limit) || limit < 1)
    throw optionError(`limit is ${String(limit)}; it must be a whole number of at least 1.`)
  const terms = [...new Set(foldText(query).split(/\s+/))].filter(term => term !== '')
  if (terms.length === 0) throw optionError('The query is empty: say what to search for.')
  return { ...searchWords(terms), limit, session }
}

export function searchWords(terms: readonly string[]): SearchWords {
  return { terms, forms: terms.map(formsOf) }
}

/**
 * The forms of a term in a text: as it is, in a string of JSON, as messages are stored, and in a string within that one.
 * `log("` → `log("`, `log(\"`, `log(\\\"`
 */
function formsOf(term: string): readonly string[] {
  if (!/["\\]/.test(term)) return [term]
  const once = escaped(term)
  return [term, once, escaped(once)]
}

function escaped(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&')
}

/** The trigrams that a text has for every form of the terms: a backslash may precede each quote and backslash. */
export function commonTrigrams(terms: readonly string[]): readonly string[] {
  return [...new Set(terms.flatMap(term => term.split(/(?=["\\])/)).flatMap(trigramsOf))]
}

/** All sequences of three characters in a text, including repeated ones. */
export function trigramsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`)
}
