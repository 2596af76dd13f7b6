/** How informative a sentence is: what it names, stresses and denies. */
import type { Entity, EntityKind } from '../scan/entity.ts'
import type { Span } from '../scan/span.ts'
import { type ImportanceKind, importanceBit } from './importance-words.ts'
import { isFiller } from './is-filler.ts'
import { speaksOfError } from './line-shape.ts'
import type { SentenceWords } from './sentence-words.ts'

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

/** With more facts a sentence is a listing. */
const maxFacts = 4

/** The score of a sentence inside a text, by the entities and words that were found in it. */
export function scoreSpan(
  text: string,
  { start, end }: Span,
  found: readonly Entity[],
  words: SentenceWords,
): number {
  const { identifiers, quantities, abbreviations, names, addresses, facts, references } = namedIn(found)
  const says = (kind: ImportanceKind): boolean => (words.importance & importanceBit[kind]) > 0
  const isPolite = isFiller(text, start)
  const hasEntity = identifiers + quantities + facts + addresses > 0
  const hasFact = words.hasDigit || hasEntity
  const width = end - start + words.eastAsian * (eastAsianWidth - 1)
  let score =
    3 * (identifiers + quantities + Math.min(maxFacts, facts) + words.statuses) +
    2 * (abbreviations + references) +
    Math.min(2, names) +
    // It takes more room than an identifier, and is worth nothing in part.
    10 * Math.min(2, addresses)
  if (says('emphasis')) score += 4
  if (says('reasoning')) score += 3
  // One thing, said whole.
  if (width >= 40 && width <= 120) score += 2
  // Outweighs stress without a fact.
  if (hasFact) score += 4
  // A number too small to be an entity is a fact where it is the only one.
  if (hasFact && !hasEntity) score += 3
  // Left out, it turns into its opposite. "No problem!" denies nothing.
  if (says('negation') && !isPolite) score += 13
  // What a reader looks for first.
  if (says('failure')) score += 5
  // Outweighs any listing of identifiers.
  if (mayReportError(words, found) && speaksOfError(text.slice(start, end))) score += 20
  // "Sure, port 8080 it is" is no filler.
  if (isPolite && !hasFact) score -= 10
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
