/** Code in a line of Markdown: between two runs of equally many backticks. */
import { allMatches } from './all-matches.ts'
import type { Span } from './span.ts'

const backticks = /`+/g

export function inlineCode(text: string): readonly Span[] {
  if (!text.includes('`')) return []
  const runs = allMatches(backticks, text).map(({ index, 0: { length } }) => ({ start: index, length }))
  const next = nextOfSameLength(runs)
  const found: Span[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const closing = next[at]
    const [from, to] = [runs[at], closing === undefined ? undefined : runs[closing]]
    if (from === undefined || to === undefined || closing === undefined) continue
    found.push({ start: from.start, end: to.start + to.length })
    at = closing
  }
  return found
}

/** Looked up from the end, so that marks that never close cost nothing. */
function nextOfSameLength(runs: readonly { readonly length: number }[]): (number | undefined)[] {
  const latest = new Map<number, number>()
  const next: (number | undefined)[] = new Array(runs.length)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0
    next[at] = latest.get(length)
    latest.set(length, at)
  }
  return next
}
