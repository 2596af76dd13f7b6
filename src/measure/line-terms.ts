/** The terms of the lines of a text, each scanned once: a line that comes again with the next view is not read again. */
import { TermList, type TermRange } from './term-list.ts'

const unread = -1

export class LineTerms {
  /** Where the terms of each line begin and end. */
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
