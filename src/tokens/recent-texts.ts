/** A cache of values by text: the least recently used are dropped first. */

/** Overhead of a text in addition to its characters, in characters. */
const overhead = 100

/** Two generations instead of a queue: a text of the younger one is found without being moved. */
export class RecentTexts<Value extends NonNullable<unknown>> {
  #maxCharacters: number
  #younger = new Map<string, Value>()
  #elder = new Map<string, Value>()
  /** The texts of the elder generation that may still be there, in order. */
  #oldest = this.#elder.keys()
  /** Characters of both generations. */
  #kept = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  get(text: string): Value | undefined {
    const value = this.#younger.get(text)
    if (value !== undefined) return value
    const before = this.#elder.get(text)
    if (before === undefined) return undefined
    this.#elder.delete(text)
    this.#younger.set(text, before)
    return before
  }

  /** For a text that is not in the cache. */
  set(text: string, value: Value): void {
    const size = text.length + overhead
    while (this.#kept + size > this.#maxCharacters && this.#forgetOldest());
    this.#younger.set(text, value)
    this.#kept += size
  }

  /** Sets the limit from now on. */
  limit(maxCharacters: number): void {
    this.#maxCharacters = maxCharacters
    while (this.#kept > maxCharacters && this.#forgetOldest());
  }

  clear(): void {
    this.#younger = new Map()
    this.#elder = new Map()
    this.#oldest = this.#elder.keys()
    this.#kept = 0
  }

  /** False where nothing is left to drop. */
  #forgetOldest(): boolean {
    let { value: text } = this.#oldest.next()
    if (text === undefined) {
      this.#elder = this.#younger
      this.#younger = new Map()
      this.#oldest = this.#elder.keys()
      text = this.#oldest.next().value
    }
    if (text === undefined) return false
    this.#elder.delete(text)
    this.#kept -= text.length + overhead
    return true
  }
}
