/** Which entities each piece of a conversation names, and for each entity who used it, how often and when last. */
import { termKinds } from '../scan/terms.ts'
import { type TermRange, termsOf } from './term-list.ts'

/** In the order of every `ByAuthor`. */
export const authors = ['user', 'words', 'calls', 'tools'] as const
export type Author = 0 | 1 | 2 | 3

export interface AgedText {
  readonly text: string
  readonly author: Author
  /** How many steps ago it occurred. */
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
  /** Index into `termKinds`; a phrase has the kind of a word. */
  readonly kinds: Uint8Array
  /** For each entity four numbers, by author. */
  readonly counts: Uint32Array
  /** For each entity four numbers, by author: steps since it was last used; `never` where it was not. */
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

/** Takes one utterance after another; a phrase never spans two of them. */
export class EntityIndexBuilder {
  readonly #terms = new Collector()
  readonly #phrases = new Collector()

  add(author: Author, age: number, terms: TermRange): void {
    this.#terms.begin(author, age)
    this.#terms.addTerms(terms)
    this.#phrases.begin(author, age)
    this.#phrases.addPhrases(terms)
  }

  /** Adds an utterance with the same text as the one with this index. */
  addSame(author: Author, age: number, same: number): void {
    this.#terms.begin(author, age)
    this.#terms.addList(same)
    this.#phrases.begin(author, age)
    this.#phrases.addList(same)
  }

  index(): EntityIndex {
    const terms = this.#terms
    const phrases = this.#phrases
    return {
      terms: terms.lists(),
      phrases: phrases.lists(),
      termFacts: terms.facts(),
      phraseFacts: phrases.facts(),
      knownIn: text => {
        const named = termsOf(text)
        return { terms: terms.knownTerms(named), phrases: phrases.knownPhrases(named) }
      },
    }
  }
}

/**
 * Calls back with each pair of consecutive words; paths are extra terms beside their parts, so that the words around them stay
 * neighbours.
 */
function forEachPhrase({ hashes, kinds, start, end }: TermRange, visit: (hash: number) => void): void {
  let before = 0
  for (let at = start; at < end; at += 1) {
    if ((kinds[at] as number) >= pathKind) continue
    const hash = hashes[at] as number
    if (before !== 0) visit(Math.imul(before, 31) ^ hash)
    before = hash
  }
}

/** Collects entities by hash in arrays of numbers: there are as many as a conversation has words. */
class Collector {
  #author = 0
  #age = 0
  #size = 0
  #lists = 0
  #length = 0
  /** Open addressing: hashes, and at the same index the number of the entity, plus one. */
  #hashes = new Int32Array(1 << 12)
  #numbers = new Int32Array(1 << 12)
  #kinds = new Uint8Array(1 << 11)
  #counts = new Uint32Array(1 << 13)
  #ages = new Int32Array(1 << 13).fill(never)
  /** For each entity the last list that contains it, plus one. */
  #lastList = new Int32Array(1 << 11)
  #values = new Int32Array(1 << 13)
  #starts = new Int32Array(1 << 10)

  begin(author: Author, age: number): void {
    this.#author = author
    this.#age = age
    if (this.#lists + 1 >= this.#starts.length) this.#starts = grown(this.#starts)
    this.#starts[this.#lists] = this.#length
    this.#lists += 1
  }

  addTerms({ hashes, kinds, start, end }: TermRange): void {
    for (let at = start; at < end; at += 1) this.#add(hashes[at] as number, kinds[at] as number)
  }

  addPhrases(terms: TermRange): void {
    forEachPhrase(terms, this.#addWord)
  }

  readonly #addWord = (hash: number): void => this.#add(hash, 0)

  #add(hash: number, kind: number): void {
    let place = this.#placeOf(hash)
    if (this.#numbers[place] === 0) {
      if (this.#size === this.#kinds.length) {
        this.#grow()
        place = this.#placeOf(hash)
      }
      this.#hashes[place] = hash
      this.#kinds[this.#size] = kind
      this.#size += 1
      this.#numbers[place] = this.#size
    }
    const entity = (this.#numbers[place] as number) - 1
    if (this.#lastList[entity] === this.#lists) return
    this.#lastList[entity] = this.#lists
    this.#note(entity)
  }

  /** Counts all entities of an earlier list again. */
  addList(list: number): void {
    const end = this.#starts[list + 1] as number
    for (let at = this.#starts[list] as number; at < end; at += 1) this.#note(this.#values[at] as number)
  }

  #note(entity: number): void {
    if (this.#length === this.#values.length) this.#values = grown(this.#values)
    this.#values[this.#length] = entity
    this.#length += 1
    const slot = entity * 4 + this.#author
    this.#counts[slot] = (this.#counts[slot] as number) + 1
    if (this.#age < (this.#ages[slot] as number)) this.#ages[slot] = this.#age
  }

  knownTerms({ hashes, start, end }: TermRange): ReadonlySet<number> {
    const known = new Set<number>()
    for (let at = start; at < end; at += 1) this.#noteKnown(hashes[at] as number, known)
    return known
  }

  knownPhrases(terms: TermRange): ReadonlySet<number> {
    const known = new Set<number>()
    forEachPhrase(terms, hash => this.#noteKnown(hash, known))
    return known
  }

  #noteKnown(hash: number, known: Set<number>): void {
    const number = this.#numbers[this.#placeOf(hash)] as number
    if (number !== 0) known.add(number - 1)
  }

  lists(): Lists {
    this.#starts[this.#lists] = this.#length
    return {
      values: this.#values.subarray(0, this.#length),
      starts: this.#starts.subarray(0, this.#lists + 1),
    }
  }

  facts(): EntityFacts {
    return {
      size: this.#size,
      kinds: this.#kinds.subarray(0, this.#size),
      counts: this.#counts.subarray(0, this.#size * 4),
      ages: this.#ages.subarray(0, this.#size * 4),
    }
  }

  /** The position of the hash, or where it would be inserted. */
  #placeOf(hash: number): number {
    const hashes = this.#hashes
    const numbers = this.#numbers
    const last = numbers.length - 1
    let place = (Math.imul(hash, 0x9e3779b1) >>> 7) & last
    while (numbers[place] !== 0 && hashes[place] !== hash) place = (place + 1) & last
    return place
  }

  /** Half of the positions stay free. */
  #grow(): void {
    const hashes = this.#hashes
    const numbers = this.#numbers
    this.#kinds = grown(this.#kinds)
    this.#counts = grown(this.#counts)
    this.#ages = grown(this.#ages).fill(never, this.#ages.length)
    this.#lastList = grown(this.#lastList)
    this.#hashes = new Int32Array(hashes.length * 2)
    this.#numbers = new Int32Array(numbers.length * 2)
    for (let from = 0; from < numbers.length; from += 1) {
      if (numbers[from] === 0) continue
      const place = this.#placeOf(hashes[from] as number)
      this.#hashes[place] = hashes[from] as number
      this.#numbers[place] = numbers[from] as number
    }
  }
}

function grown<Numbers extends Int32Array | Uint32Array | Uint8Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2)
  larger.set(numbers)
  return larger
}
