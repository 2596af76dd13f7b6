/** A worked example that a program puts before a task: nothing in it happened here. */
import type { Span } from '../span.ts'

const head = /^\s{0,20}Here is a demonstration of how\b/
const startMark = '--- DEMONSTRATION ---\n'
const endMark = '--- END OF DEMONSTRATION ---'

/** What it shows, without what introduces it; `undefined` where a text does not begin with one. */
export function demonstrationIn(text: string): Span | undefined {
  const introduced = head.exec(text)
  if (introduced === null) return undefined
  const mark = text.indexOf(startMark)
  const line = text.indexOf('\n', introduced[0].length)
  const start = mark >= 0 ? mark : line < 0 ? text.length : line + 1
  const end = text.indexOf(endMark, start)
  return { start, end: end < 0 ? text.length : end + endMark.length }
}
