/** Finds quotations in a text, including their marks: they are words of another author. */
import type { Span } from '../../../scan/span.ts'

const closing: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '”“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ["'", "'"],
  ['‘', '’'],
])
const opening = /["“„«「『《'‘]/g
const wordSign = /[\p{L}\p{N}]/u
const maxLength = 400

/** Each within a line; in order, without overlaps. */
export function quotedSpans(text: string): readonly Span[] {
  const spans: Span[] = []
  let reached = 0
  for (const { 0: mark, index } of text.matchAll(opening)) {
    // 5", don't, the users' files: a quotation does not begin inside a word.
    if (index < reached || wordSign.test(text.charAt(index - 1))) continue
    const end = closingAt(text, index + 1, closing.get(mark) ?? mark)
    if (end === undefined) continue
    spans.push({ start: index, end })
    reached = end
  }
  return spans
}

function closingAt(text: string, from: number, marks: string): number | undefined {
  const stop = Math.min(text.length, from + maxLength)
  for (let at = from; at < stop; at += 1) {
    const unit = text.charAt(at)
    if (unit === '\n') return undefined
    // An apostrophe inside a word does not close it: 'the user's name'.
    if (marks.includes(unit) && !(unit === "'" && wordSign.test(text.charAt(at + 1)))) return at + 1
  }
  return undefined
}
