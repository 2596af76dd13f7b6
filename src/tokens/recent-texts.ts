/** What is known of the latest texts: two generations, so that what nobody asked for since is forgotten. */

/** What a text takes beside its characters, in characters. */
const overhead = 100

export class RecentTexts<Value extends NonNullable<unknown>> {
  readonly #maxCharacters: number
  #younger = new Map<string, Value>()
  #elder = new Map<string, Value>()
  #kept = 0

  /** Of one generation. */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  get(text: string): Value | undefined {
    const value = this.#younger.get(text)
    if (value !== undefined) return value
    const before = this.#elder.get(text)
    if (before !== undefined) this.set(text, before)
    return before
  }

  /** When the younger generation is full it becomes the elder, and the elder is forgotten. */
  set(text: string, value: Value): void {
    const size = text.length + overhead
    if (this.#kept + size > this.#maxCharacters) {
      this.#elder = this.#younger
      this.#younger = new Map()
      this.#kept = 0
    }
    this.#younger.set(text, value)
    this.#kept += size
  }

  clear(): void {
    this.#younger = new Map()
    this.#elder = new Map()
    this.#kept = 0
  }
}
