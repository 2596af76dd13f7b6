/** Codes and what they represent, as a file that a workspace shares: entries are only added, so that every older text still decodes. */
import { type FoveaError, optionError } from '../../errors.ts'
import { hashText } from '../../tokens/hash.ts'
import { isRecord, jsonValue } from '../../tokens/json-value.ts'
import { codeProblem, freeCodes } from './codes.ts'

/** In the order of addition: a text encoded with the first ten entries is decoded by the first ten. */
export interface Codebook {
  readonly version: 1
  /** Phrase by code. */
  readonly entries: Readonly<Record<string, string>>
}

export const emptyCodebook: Codebook = { version: 1, entries: {} }

/** Throws `invalid-option` if it is no codebook, or texts could not be decoded unambiguously with it. */
export function checkCodebook(book: Codebook): Codebook {
  if (!isRecord(book)) throw unreadable('it is not an object')
  const { version, entries }: Partial<Codebook> = book
  if (version !== 1)
    throw unreadable(`its version is ${JSON.stringify(version)}, and this release reads version 1`)
  if (!isRecord(entries)) throw unreadable('it has no entries')
  const listed = Object.entries(entries)
  const wrong = listed.find(([, phrase]) => typeof phrase !== 'string')
  if (wrong !== undefined) throw unreadable(`${JSON.stringify(wrong[0])} is not short for a text`)
  const empty = listed.find(([, phrase]) => phrase === '')
  const problem =
    codeProblem(listed.map(([code]) => code)) ??
    (empty === undefined ? undefined : `${empty[0]} is short for nothing`)
  if (problem === undefined) return book
  throw optionError(`The codebook is ambiguous: ${problem}. Build a new one from the originals.`)
}

/** Parses the text of the file. Throws `invalid-option` with the reason. */
export function parseCodebook(json: string): Codebook {
  const book = jsonValue(json)
  if (book === undefined) throw unreadable('it is no JSON')
  const { entries } = checkCodebook(book as Codebook)
  return { version: 1, entries }
}

function unreadable(why: string): FoveaError {
  return optionError(`The codebook cannot be read: ${why}.`)
}

export function writeCodebook(book: Codebook): string {
  return `${JSON.stringify(book, undefined, 2)}\n`
}

/** The book reduced to its first entries. */
export function firstEntries(book: Codebook, count: number): Codebook {
  return { version: 1, entries: Object.fromEntries(Object.entries(book.entries).slice(0, count)) }
}

/** A hash of all entries in six digits, with which a text names its codebook. */
export function codebookName({ entries }: Codebook): string {
  return hashText(JSON.stringify(Object.entries(entries))).slice(0, 6)
}

/** Whether `newer` decodes everything that `older` decodes. */
export function extendsCodebook(newer: Codebook, older: Codebook): boolean {
  const entries = Object.entries(newer.entries)
  return Object.entries(older.entries).every(
    ([code, phrase], at) => entries[at]?.[0] === code && entries[at]?.[1] === phrase,
  )
}

/** Returns `next` if it may replace a book in use; throws if a text encoded before could no longer be decoded. */
export function replacingCodebook(inUse: Codebook, next: Codebook): Codebook {
  if (extendsCodebook(checkCodebook(next), inUse)) return next
  throw optionError(
    'The new codebook lacks or changes entries of the one in use, which encoded texts still need. Extend that one, or decode those texts first.',
  )
}

/** Adds entries; an entry with a taken or ambiguous code gets another code, one with a known phrase is left out. */
export function mergeCodebooks(inUse: Codebook, other: Codebook): Codebook {
  const entries = { ...checkCodebook(inUse).entries }
  const known = new Set(Object.values(entries))
  const waiting: string[] = []
  for (const [code, phrase] of Object.entries(checkCodebook(other).entries)) {
    if (known.has(phrase)) continue
    known.add(phrase)
    if (codeProblem([...Object.keys(entries), code]) === undefined) entries[code] = phrase
    else waiting.push(phrase)
  }
  const free = freeCodes('', Object.keys(entries), 'shared')
  for (const [at, phrase] of waiting.slice(0, free.length).entries()) entries[free[at] as string] = phrase
  return { version: 1, entries }
}
