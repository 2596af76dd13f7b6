/** The terms of the lines of a text, each scanned once: a line that comes again with the next view is not read again. */
import { scanTerms, type TermSink } from '../scan/terms.ts'

const unread = -1

export class LineTerms {
  /** Where the terms of each line begin and end. */
  readonly #from: Int32Array
  readonly #to: Int32Array
  #hashes = new Int32Array(64)
  #kinds = new Uint8Array(64)
  #length = 0

  constructor(lines: number) {
    this.#from = new Int32Array(lines).fill(unread)
    this.#to = new Int32Array(lines)
  }

  /** As `scanTerms` does. */
  scan(line: number, text: string, sink: TermSink): void {
    if (this.#from[line] === unread) this.#record(line, text)
    const end = this.#to[line] as number
    for (let at = this.#from[line] as number; at < end; at += 1)
      sink(this.#hashes[at] as number, this.#kinds[at] as number)
  }

  #record(line: number, text: string): void {
    this.#from[line] = this.#length
    scanTerms(text, (hash, kind) => this.#add(hash, kind))
    this.#to[line] = this.#length
  }

  #add(hash: number, kind: number): void {
    const at = this.#length
    if (at === this.#hashes.length) {
      const [hashes, kinds] = [new Int32Array(2 * at), new Uint8Array(2 * at)]
      hashes.set(this.#hashes)
      kinds.set(this.#kinds)
      this.#hashes = hashes
      this.#kinds = kinds
    }
    this.#hashes[at] = hash
    this.#kinds[at] = kind
    this.#length += 1
  }
}
