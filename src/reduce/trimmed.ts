/** A stretch of a text without the white space around it. */
import { isSpaceAt } from '../scan/character-kind.ts'
import type { Span } from '../scan/span.ts'

export function trimmed(text: string, span: Span): Span {
  let { start, end } = span
  while (end > start && isSpaceAt(text, end - 1)) end -= 1
  while (start < end && isSpaceAt(text, start)) start += 1
  return { start, end }
}
