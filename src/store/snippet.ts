/** The line around a match as one short, harmless line of text. */

const longest = 160
const before = 50
const ellipsis = '…'

/** Control characters, line separators and direction marks: they would act on a terminal, or reorder what it shows. */
const unsafe = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

export function snippet(text: string, position: number): string {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1
  const lineBreak = text.indexOf('\n', position)
  const lineEnd = lineBreak < 0 ? text.length : lineBreak
  if (lineEnd - lineStart <= longest) return harmless(text.slice(lineStart, lineEnd))
  const room = longest - 2 * ellipsis.length
  const start = Math.max(lineStart, Math.min(position - before, lineEnd - room))
  const end = Math.min(lineEnd, start + room)
  const cut = harmless(text.slice(afterPair(text, start), beforePair(text, end)))
  return `${start > lineStart ? ellipsis : ''}${cut}${end < lineEnd ? ellipsis : ''}`
}

function harmless(text: string): string {
  return text.toWellFormed().replace(unsafe, ' ').trim()
}

function afterPair(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at
}

function beforePair(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
}
