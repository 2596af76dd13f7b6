/** Terms in reading order, as numbers in two growing arrays. */
import { scanTerms } from '../scan/terms.ts'

/** The terms of a list from `start` to before `end`. */
export interface TermRange {
  readonly hashes: Int32Array
  /** Indices into `termKinds`. */
  readonly kinds: Uint8Array
  readonly start: number
  readonly end: number
}

class TermList {
  hashes: Int32Array = new Int32Array(64)
  kinds: Uint8Array = new Uint8Array(64)
  length = 0
  readonly #add = (hash: number, kind: number): void => {
    const at = this.length
    if (at === this.hashes.length) this.#grow()
    this.hashes[at] = hash
    this.kinds[at] = kind
    this.length = at + 1
  }

  /** Adds the terms of a text. */
  scan(text: string): void {
    scanTerms(text, this.#add)
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.hashes.length)
    const kinds = new Uint8Array(2 * this.kinds.length)
    hashes.set(this.hashes)
    kinds.set(this.kinds)
    this.hashes = hashes
    this.kinds = kinds
  }
}

const scratch = new TermList()

/** The terms of a text; valid until the next text is read. */
export function termsOf(text: string): TermRange {
  scratch.length = 0
  scratch.scan(text)
  return { hashes: scratch.hashes, kinds: scratch.kinds, start: 0, end: scratch.length }
}

const unread = -1

/** The terms of the lines of a text, each scanned once: a line that occurs in the next view is not read again. */
export class LineTerms {
  /** Start and end of the terms of each line. */
  readonly #from: Int32Array
  readonly #to: Int32Array
  readonly #terms = new TermList()

  constructor(lines: number) {
    this.#from = new Int32Array(lines).fill(unread)
    this.#to = new Int32Array(lines)
  }

  of(line: number, text: string): TermRange {
    const terms = this.#terms
    if (this.#from[line] === unread) {
      this.#from[line] = terms.length
      terms.scan(text)
      this.#to[line] = terms.length
    }
    const { hashes, kinds } = terms
    return { hashes, kinds, start: this.#from[line] as number, end: this.#to[line] as number }
  }
}
