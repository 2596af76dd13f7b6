/** The two tools with which a model gets originals back, and their answers. */
import { FoveaError } from '../../errors.ts'
import { expand } from '../../expand.ts'
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import { findSecrets, maskSecrets, type SecretSpan } from '../../scan/secrets/secrets.ts'
import { invalidOption } from '../../settings/invalid-option.ts'
import { checkNames } from '../../settings/option-names.ts'
import { cutRange } from '../../store/cut-range.ts'
import { closestPassage, matchSnippet } from '../../store/search-originals.ts'
import { type SearchWords, searchQuery, searchWords } from '../../store/search-query.ts'
import { foldText } from '../../store/search-text.ts'
import type { SearchHit, Store } from '../../store/store.ts'
import { toBytes, toText } from '../../tokens/bytes.ts'
import { type AddressedLine, holdsMedia, matchingLines, messageLines, textLines } from './addressed-lines.ts'
import { maxPageLength, textPage } from './text-page.ts'

export interface LookupTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly input: RawRecord
}

export const expandLookup: LookupTool = {
  name: 'fovea_expand',
  description:
    'Returns the exact original of text that was shortened in this conversation. Use it when a marker names a handle such as db_3f9a2c71d04b and you need what was left out: to quote it, to edit by it, or because the short form does not say enough. Ask for a range of lines, or for the lines that hold a text, when you need only a part; of several messages these are the lines of who said what.',
  input: {
    type: 'object',
    properties: {
      handle: {
        type: 'string',
        description: 'The db_… name in the marker, also with #7 for message 7 of several.',
      },
      first_line: { type: 'integer', minimum: 1, description: 'First line to return, counted from 1.' },
      last_line: { type: 'integer', minimum: 1, description: 'Last line to return.' },
      matching: {
        type: 'string',
        description:
          'Return only the lines that hold this text, with their numbers; (#7) is message 7 of several.',
      },
      from_character: {
        type: 'integer',
        minimum: 0,
        description: 'Where to go on with an answer that was too long, as its last line says.',
      },
    },
    required: ['handle'],
  },
}

export const searchLookup: LookupTool = {
  name: 'fovea_search',
  description:
    'Finds words in everything that was shortened in this conversation, and in earlier ones that it may read, and returns handles with the matching lines. Use it when you remember that something was said or printed but no marker in sight names it.',
  input: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words that must all occur.' },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Most results; 10 by default.' },
    },
    required: ['query'],
  },
}

export const lookupTools: readonly LookupTool[] = [expandLookup, searchLookup]

/** Throws `invalid-option` if a model gives an argument that the tool does not have: it would expect an effect. */
export function checkArguments(given: unknown, { input }: Pick<LookupTool, 'input'>): void {
  const names = isRecord(input.properties) ? Object.keys(input.properties) : []
  if (isRecord(given)) checkNames(given, Object.fromEntries(names.map(name => [name, true] as const)))
}

const names = new Set(lookupTools.map(({ name }) => name))

export function isLookup(name: unknown): boolean {
  return typeof name === 'string' && names.has(name)
}

export interface LookupAnswer {
  readonly text: string
  readonly isError: boolean
}

/**
 * Never throws: the answer says what was not found and what to do.
 * `maxLength`: about how many characters the answer may have.
 */
export async function answerLookup(
  name: string,
  input: unknown,
  store: ReadableOriginals,
  maxLength: number = maxPageLength,
): Promise<LookupAnswer> {
  const isSearch = name === searchLookup.name
  try {
    checkArguments(input, isSearch ? searchLookup : expandLookup)
    const text = isSearch
      ? fewerHits(await answerSearch(input, store), maxLength)
      : await expandOriginal(input, store, maxLength)
    return { text, isError: false }
  } catch (error) {
    const why = FoveaError.isInstance(error) ? error.message : 'It could not be looked up.'
    const isAskedWrong = FoveaError.isInstance(error) && error.code === 'invalid-option'
    return { text: isAskedWrong ? why : `${why} Go on without it.`, isError: true }
  }
}

/**
 * Answers an input of `expandLookup`: an original, a range of its lines, or the lines that contain a text. Messages with media
 * are given as lines, which name the media. Throws as `expand` does.
 */
export async function expandOriginal(
  input: unknown,
  store: ReadableOriginals,
  maxLength: number = maxPageLength,
): Promise<string> {
  const given = isRecord(input) ? input : {}
  const handle = typeof given.handle === 'string' ? given.handle.trim() : ''
  const first = numberFrom(1, 'first_line', given) ?? 1
  const last = numberFrom(1, 'last_line', given) ?? Number.POSITIVE_INFINITY
  const matching = typeof given.matching === 'string' ? given.matching : ''
  const text = await expand(handle, store)
  const isWhole = first === 1 && last === Number.POSITIVE_INFINITY && matching === ''
  const part = isWhole && !holdsMedia(text, handle) ? text : linesOf(text, { handle, first, last, matching })
  return textPage(part, numberFrom(0, 'from_character', given), undefined, maxLength)
}

interface WantedLines {
  readonly handle: string
  readonly first: number
  readonly last: number
  /** Empty means all lines. */
  readonly matching: string
}

function linesOf(text: string, { handle, first, last, matching }: WantedLines): string {
  const lines = messageLines(text, handle) ?? textLines(text)
  const readable = lines.map(({ line }) => line).join('\n')
  const part = toText(cutRange(toBytes(readable), { lines: [first, last] }))
  return matching === '' ? part : matchingLines(lines.slice(first - 1, last), matching)
}

/** Answers an input of `searchLookup` in words, within one session if it names one. */
export async function answerSearch(input: unknown, store: ReadableOriginals): Promise<string> {
  const given = isRecord(input) ? input : {}
  const query = typeof given.query === 'string' ? given.query : ''
  const limit = Math.min(50, numberFrom(1, 'limit', given) ?? 10)
  const { session } = given
  const hits = await store.search(query, { limit, ...(typeof session === 'string' ? { session } : {}) })
  return describeHits(hits, query, store)
}

/** The first hits, as whole lines. */
function fewerHits(hits: string, maxLength: number): string {
  if (hits.length <= maxLength) return hits
  const shown = hits.slice(0, hits.lastIndexOf('\n', maxLength) + 1)
  return `${shown}[There is no room for the other results. Search with more words.]`
}

/** Accepts a number that a model writes as text: `"12"`. Throws `invalid-option`. */
function numberFrom(min: number, name: string, given: RawRecord): number | undefined {
  const value = given[name] ?? undefined
  if (value === undefined) return undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= min) return number
  throw invalidOption(name, value, `a whole number from ${min} on`)
}

const maxLineLength = 200

/** The hits of a search, each with the place under which `expand` shows it. */
async function describeHits(
  hits: readonly SearchHit[],
  query: string,
  store: ReadableOriginals,
): Promise<string> {
  if (hits.length === 0) return 'Nothing found. Try fewer or other words.'
  const words = searchQuery(query)
  const lines: string[] = []
  for (const { handle, line, snippet } of hits) {
    // Messages are stored in one line, but a reader needs the lines of each speaker.
    const said = line === 1 ? messageLines(await expand(handle, store), handle) : undefined
    const found = said === undefined ? undefined : closestLine(said, words)
    lines.push(
      found === undefined
        ? `${handle} line ${line}: ${snippet}`
        : `${handle} line ${found.place}: ${matchSnippet(found.text, found.position, maxLineLength)}`,
    )
  }
  return lines.join('\n')
}

/** The line in which the words that occur are closest together. */
function closestLine(
  lines: readonly AddressedLine[],
  { terms, forms }: SearchWords,
): { readonly place: string; readonly text: string; readonly position: number } | undefined {
  const raw = lines.map(({ line }) => line).join('\n')
  const text = maskSecrets(
    raw,
    findSecrets(raw).flatMap(span => byLine(raw, span)),
  )
  const folded = foldText(text)
  const said = terms.filter((_, index) => forms[index]?.some(form => folded.includes(form)))
  const passage = said.length === 0 ? undefined : closestPassage(folded, searchWords(said))
  const place = passage === undefined ? undefined : lines[passage.line - 1]?.place
  return passage === undefined || place === undefined
    ? undefined
    : { place, text, position: passage.position }
}

/** Masks a secret of several lines in each of them, so that every line keeps its number. */
function byLine(text: string, span: SecretSpan): readonly SecretSpan[] {
  let { start } = span
  return text
    .slice(start, span.end)
    .split('\n')
    .map(part => {
      const own = { ...span, start, end: start + part.length }
      start = own.end + 1
      return own
    })
}

/** The part of a store that lookups need; it may hide some originals. */
export type ReadableOriginals = Pick<Store, 'get' | 'search'>
