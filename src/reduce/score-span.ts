/** How informative a sentence is: what it names, stresses and denies, as a table of weights with their reasons. */
import type { Entity, EntityKind } from '../scan/entity.ts'
import type { Span } from '../scan/span.ts'
import { type ImportanceKind, importanceBit } from './importance-words.ts'
import { isFiller } from './is-filler.ts'
import { speaksOfError } from './line-shape.ts'
import type { SentenceWords } from './sentence-words.ts'

/** The facts that the weights use. */
interface Said {
  readonly words: SentenceWords
  readonly named: Readonly<Named>
  readonly isFiller: boolean
  /** `error: …`, `ValueError: …`, `… FAILED`, `exit code 1` */
  readonly reportsError: boolean
  /** In characters, weighted by their information. */
  readonly width: number
}

/** How many entities of a kind a sentence names. */
interface Named {
  identifiers: number
  quantities: number
  abbreviations: number
  names: number
  /** Web addresses: `https://…`. */
  addresses: number
  /** Other facts that cannot be guessed. */
  facts: number
  /** `src/foo.ts:42` */
  references: number
}

const counterOf: Readonly<Record<EntityKind, keyof Named | undefined>> = {
  identifier: 'identifiers',
  quantity: 'quantities',
  abbreviation: 'abbreviations',
  name: 'names',
  path: 'facts',
  file: 'facts',
  id: 'facts',
  issue: 'facts',
  version: 'facts',
  url: 'facts',
  email: 'facts',
  address: 'facts',
  port: 'facts',
  date: 'facts',
  time: 'facts',
  number: 'facts',
  hash: 'facts',
  error: 'facts',
  quoted: 'facts',
  term: undefined,
}

interface Weight {
  readonly signal: string
  readonly points: number
  /** How often it counts. */
  readonly times: (said: Said) => number
  readonly why: string
}

const once = (holds: boolean): number => (holds ? 1 : 0)
const says = (said: Said, importance: ImportanceKind): number =>
  once((said.words.importance & importanceBit[importance]) > 0)
const hasEntityFact = (said: Said): boolean =>
  said.named.identifiers + said.named.quantities + said.named.facts + said.named.addresses > 0
const hasFact = (said: Said): boolean => said.words.hasDigit || hasEntityFact(said)
/** With more facts a sentence is a listing. */
const maxFacts = 4

export const weights: readonly Weight[] = [
  { signal: 'identifier', points: 3, times: said => said.named.identifiers, why: 'names the thing itself' },
  { signal: 'emphasis', points: 4, times: said => says(said, 'emphasis'), why: 'its author stresses it' },
  { signal: 'reasoning', points: 3, times: said => says(said, 'reasoning'), why: 'says why' },
  { signal: 'quantity', points: 2, times: said => said.named.quantities, why: 'a number with its unit' },
  { signal: 'abbreviation', points: 2, times: said => said.named.abbreviations, why: 'a technical term' },
  { signal: 'status', points: 3, times: said => said.words.statuses, why: 'an outcome' },
  { signal: 'reference', points: 2, times: said => said.named.references, why: 'a place in the code' },
  {
    signal: 'length',
    points: 2,
    times: said => once(said.width >= 40 && said.width <= 120),
    why: 'one thing, said whole',
  },
  { signal: 'filler', points: -10, times: said => once(said.isFiller), why: 'politeness' },
  // These weights keep other facts at least as often as identifiers.
  {
    signal: 'quantity as fact',
    points: 1,
    times: said => said.named.quantities,
    why: 'as much as an identifier',
  },
  {
    signal: 'other fact',
    points: 3,
    times: said => Math.min(maxFacts, said.named.facts),
    why: 'as much as an identifier',
  },
  {
    signal: 'address',
    points: 10,
    times: said => Math.min(2, said.named.addresses),
    why: 'takes more room than an identifier, and is worth nothing in part',
  },
  {
    signal: 'figure',
    points: 3,
    times: said => once(said.words.hasDigit && !hasEntityFact(said)),
    why: 'a number too small to be an entity is a fact where it is the only one',
  },
  {
    signal: 'any fact',
    points: 4,
    times: said => once(hasFact(said)),
    why: 'outweighs stress without a fact',
  },
  {
    signal: 'negation',
    points: 13,
    // "No problem!" denies nothing.
    times: said => (said.isFiller ? 0 : says(said, 'negation')),
    why: 'left out, it turns into its opposite',
  },
  {
    signal: 'failure',
    points: 5,
    times: said => says(said, 'failure'),
    why: 'what a reader looks for first',
  },
  {
    signal: 'error report',
    points: 20,
    times: said => once(said.reportsError),
    why: 'outweighs any listing of identifiers',
  },
  { signal: 'name', points: 1, times: said => Math.min(2, said.named.names), why: 'says who' },
  {
    signal: 'fact behind an opener',
    points: 10,
    times: said => once(said.isFiller && hasFact(said)),
    why: '"Sure, port 8080 it is" is no filler',
  },
]

/** The score of a sentence inside a text, by the entities and words that were found in it. */
export function scoreSpan(
  text: string,
  { start, end }: Span,
  found: readonly Entity[],
  words: SentenceWords,
): number {
  const said: Said = {
    words,
    named: namedIn(found),
    isFiller: isFiller(text, start),
    reportsError: mayReportError(words, found) && speaksOfError(text.slice(start, end)),
    width: end - start + words.eastAsian * (eastAsianWidth - 1),
  }
  let score = 0
  for (const { points, times } of weights) score += points * times(said)
  return score
}

/** Most sentences need no further test. */
function mayReportError(
  { importance, statuses, hasDigit }: SentenceWords,
  found: readonly Entity[],
): boolean {
  return (
    statuses > 0 ||
    hasDigit ||
    (importance & importanceBit.failure) > 0 ||
    found.some(({ kind }) => kind === 'error')
  )
}

/** A Chinese or Japanese character carries about as much as two and a half letters. */
const eastAsianWidth = 2.5
const nothing: Readonly<Named> = {
  identifiers: 0,
  quantities: 0,
  abbreviations: 0,
  names: 0,
  addresses: 0,
  facts: 0,
  references: 0,
}
const lineReference = /:\d+(?::\d+)?$/

function namedIn(found: readonly Entity[]): Readonly<Named> {
  if (found.length === 0) return nothing
  const named = { ...nothing }
  for (const { kind, text } of found) {
    const counter = counterOf[kind]
    // `github.com/a/b` without a scheme is mostly the name of a package.
    if (kind === 'url' && text.includes('://')) named.addresses += 1
    else if (counter !== undefined) named[counter] += 1
    if ((kind === 'path' || kind === 'file') && lineReference.test(text)) named.references += 1
  }
  return named
}
