/** Parts of a text that is being decoded, with a limit: a few bytes must not expand to fill the memory. */
import { corruptEncoding } from './codec.ts'

/** In UTF-16 units; longer texts are not encoded, and so not decoded. */
export const maxTextLength: number = 2 ** 26
const maxParts = 2 ** 25

export class TextParts {
  readonly #parts: string[] = []
  #length = 0

  add(part: string): void {
    this.#length += part.length
    if (this.#length > maxTextLength || this.#parts.length >= maxParts)
      throw corruptEncoding('it expands to more text than is ever encoded')
    this.#parts.push(part)
  }

  last(count: number): readonly string[] {
    return count === 0 ? [] : this.#parts.slice(-count)
  }

  join(separator = ''): string {
    return this.#parts.join(separator)
  }
}
