/** Code in a line of Markdown: between two runs of equally many backticks. */
import type { Span } from './span.ts'

export function inlineCode(text: string): readonly Span[] {
  const runs = backtickRuns(text)
  const closings = nextOfSameLength(runs)
  const found: Span[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const closing = closings[at] ?? at
    if (closing === at) continue
    found.push({ start: runs[at]?.start ?? 0, end: runs[closing]?.end ?? 0 })
    at = closing
  }
  return found
}

function backtickRuns(text: string): readonly Span[] {
  const runs: Span[] = []
  for (let start = text.indexOf('`'); start >= 0; ) {
    let end = start + 1
    while (text.charCodeAt(end) === backtick) end += 1
    runs.push({ start, end })
    start = text.indexOf('`', end)
  }
  return runs
}

const backtick = 0x60

/** For each run the next one as long as it; looked up from the end, so that marks that never close cost nothing. */
function nextOfSameLength(runs: readonly Span[]): readonly (number | undefined)[] {
  const latest = new Map<number, number>()
  const next: (number | undefined)[] = new Array(runs.length)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { start, end } = runs[at] as Span
    next[at] = latest.get(end - start)
    latest.set(end - start, at)
  }
  return next
}
