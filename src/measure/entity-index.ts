/** Which entities each piece of a conversation names, and who named each of them, how often and when last. */
import { scanTerms, type TermSink, termKinds } from '../scan/terms.ts'

/** In the order of every `ByAuthor`. */
export const authors = ['user', 'words', 'calls', 'tools'] as const
export type Author = 0 | 1 | 2 | 3

export interface Utterance {
  readonly text: string
  readonly author: Author
  /** How many steps ago it was said. */
  readonly age: number
}

/** Lists of numbers, one after the other: list `i` is `values` from `starts[i]` to `starts[i + 1]`. */
export interface Lists {
  readonly values: Int32Array
  readonly starts: Int32Array
}

/** Facts about entities, by their number. */
export interface EntityFacts {
  readonly size: number
  /** Index into `termKinds`; a phrase is a word. */
  readonly kinds: Uint8Array
  /** For each entity four numbers, by author. */
  readonly counts: Uint32Array
  /** For each entity four numbers, by author: steps since it was last said; `never` where it was not. */
  readonly ages: Int32Array
}

export const never = 0x7fffffff

export interface EntityIndex {
  /** The terms of each utterance, each once. */
  readonly terms: Lists
  /** Two words in a row, each pair once. */
  readonly phrases: Lists
  readonly termFacts: EntityFacts
  readonly phraseFacts: EntityFacts
  /** Which of the known entities another text names. */
  knownIn(text: string): { readonly terms: ReadonlySet<number>; readonly phrases: ReadonlySet<number> }
}

const pathKind = termKinds.indexOf('path')

export function entityIndex(utterances: readonly Utterance[]): EntityIndex {
  const terms = collector()
  const phrases = collector()
  const sink = termsAndPhrases(terms.add, phrases.add)
  for (const { text, author, age } of utterances) {
    terms.begin(author, age)
    phrases.begin(author, age)
    sink.read(text)
  }
  return {
    terms: terms.lists(),
    phrases: phrases.lists(),
    termFacts: terms.facts(),
    phraseFacts: phrases.facts(),
    knownIn: text => {
      const known = { terms: new Set<number>(), phrases: new Set<number>() }
      const note = (numberOf: (hash: number) => number | undefined, into: Set<number>) => (hash: number) => {
        const number = numberOf(hash)
        if (number !== undefined) into.add(number)
      }
      termsAndPhrases(note(terms.numberOf, known.terms), note(phrases.numberOf, known.phrases)).read(text)
      return known
    },
  }
}

/** Reads texts, each for itself: no phrase reaches from one into the next. */
function termsAndPhrases(onTerm: TermSink, onPhrase: TermSink): { read(text: string): void } {
  let before = 0
  const sink = (hash: number, kind: number): void => {
    onTerm(hash, kind)
    // Paths come on top of their parts, so the words on both sides of them stay neighbours.
    if (kind >= pathKind) return
    if (before !== 0) onPhrase(Math.imul(before, 31) ^ hash, 0)
    before = hash
  }
  return {
    read(text) {
      before = 0
      scanTerms(text, sink)
    },
  }
}

interface Collector {
  begin(author: Author, age: number): void
  add(hash: number, kind: number): void
  numberOf(hash: number): number | undefined
  lists(): Lists
  facts(): EntityFacts
}

function collector(): Collector {
  const numbers = new Map<number, number>()
  const kinds: number[] = []
  const counts: number[] = []
  const ages: number[] = []
  const values: number[] = []
  const starts: number[] = []
  const lastList: number[] = []
  let author = 0
  let age = 0
  return {
    begin(newAuthor, newAge) {
      author = newAuthor
      age = newAge
      starts.push(values.length)
    },
    add(hash, kind) {
      let entity = numbers.get(hash)
      if (entity === undefined) {
        entity = numbers.size
        numbers.set(hash, entity)
        kinds.push(kind)
        counts.push(0, 0, 0, 0)
        ages.push(never, never, never, never)
        lastList.push(-1)
      }
      if (lastList[entity] === starts.length) return
      lastList[entity] = starts.length
      values.push(entity)
      const slot = entity * 4 + author
      counts[slot] = (counts[slot] as number) + 1
      if (age < (ages[slot] as number)) ages[slot] = age
    },
    numberOf: hash => numbers.get(hash),
    lists: () => ({ values: Int32Array.from(values), starts: Int32Array.from([...starts, values.length]) }),
    facts: () => ({
      size: numbers.size,
      kinds: Uint8Array.from(kinds),
      counts: Uint32Array.from(counts),
      ages: Int32Array.from(ages),
    }),
  }
}
