/** Capitalised words side by side become one name: `Ada Lovelace`, `AWS Lambda`, `Анна Иванова`. */
import { isSpaceAt } from '../character-kind.ts'
import type { EntityKind } from '../entity.ts'
import { sentenceStarters } from '../vocabulary/sentence-starters.ts'

type Emit = (kind: EntityKind, start: number, end: number) => void

const maxWords = 4

export class NameRun {
  readonly #text: string
  readonly #emit: Emit
  #start = 0
  #end = 0
  #words = 0
  #acronyms = 0
  /** The run is where any word has a capital: only there, it may be no name. */
  #opens = false

  constructor(text: string, emit: Emit) {
    this.#text = text
    this.#emit = emit
  }

  /** Takes the next capitalised word, in lower case, or an acronym. */
  add(start: number, end: number, word: string | undefined): void {
    const isNext = this.#words > 0 && start === this.#end + 1 && this.#text.charAt(this.#end) === ' '
    if (!isNext || this.#words >= maxWords) this.flush()
    if (word !== undefined && isOpener(word)) {
      this.flush()
      return
    }
    if (this.#words === 0) {
      this.#start = start
      this.#opens = word !== undefined && startsSentence(this.#text, start)
    }
    this.#end = end
    this.#words += 1
    if (word === undefined) this.#acronyms += 1
  }

  flush(): void {
    if (this.#words === 0) return
    const isSingle = this.#words === 1
    const kind = isSingle && this.#acronyms === 1 ? 'abbreviation' : isSingle && this.#opens ? 'term' : 'name'
    this.#words = 0
    this.#acronyms = 0
    this.#emit(kind, this.#start, this.#end)
  }
}

function isOpener(word: string): boolean {
  const end = word.search(/['’]/)
  return word.length < 2 || sentenceStarters.has(end < 0 ? word : word.slice(0, end))
}

function startsSentence(text: string, start: number): boolean {
  return (
    start === 0 ||
    text.charAt(start - 1) === '\n' ||
    (isSpaceAt(text, start - 1) && '.!?:*-#'.includes(text.charAt(start - 2)))
  )
}
