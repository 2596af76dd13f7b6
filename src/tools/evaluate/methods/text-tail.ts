/** The end of a text, never beginning inside a character. */
import type { TokenCounter } from '../../../types.ts'

/** The longest end of `text` that fits, between two characters. */
export function textTail(text: string, tokens: number, counter: TokenCounter): string {
  let fits = text.length
  let tooLong = -1
  // Longer ends cost more, but for a token where they are cut: near enough to halve.
  while (fits - tooLong > 1) {
    const middle = (fits + tooLong) >> 1
    if (counter.count(text.slice(middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  return tailFrom(text, fits)
}

/** What follows `at`, or the character after it where that would be half of one. */
export function tailFrom(text: string, at: number): string {
  const unit = text.charCodeAt(at)
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at)
}
