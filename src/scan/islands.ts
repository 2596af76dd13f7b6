/** Which data in a line is large enough to stand apart from the prose around it. */
import type { DataSpan } from './inline-spans.ts'

const maxInlineLength = 200

/** Shorter than this, a value on lines of its own reads as part of the text. */
const minBlockLength = 80

export function isIsland(text: string, { start, end, kind }: DataSpan): boolean {
  if (kind === 'hash') return false
  const length = end - start
  return length >= maxInlineLength || (length >= minBlockLength && standsAlone(text, start, end))
}

/** Nothing else on its first and its last line, as far as one looks. */
function standsAlone(text: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 40), start)) &&
    /^[ \t]*\r?(?:\n|$)/.test(text.slice(end, end + 40))
  )
}
