/** Keeps code and other hard parts verbatim and in place; shortens the prose around them. */

import { firstSmaller } from './first-smaller.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'
import { joinParts, leastProse, type Part, splitForSummary } from './split-for-summary.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'
import { summaryLine } from './summary-lines.ts'

export const codeSplit: Reducer = {
  name: 'code-split',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const parts = splitForSummary(input.text, input.segments)
    return firstSmaller(input, [() => joinParts(parts.map(part => shorterPart(part, parts, input)))])
  },
  ask(input: ReduceInput): string | undefined {
    const [prose, ...more] = splitForSummary(input.text, input.segments).filter(isLongProse)
    return more.length === 0 ? prose?.text : undefined
  },
}

function isLongProse({ kind, text }: Part): boolean {
  return kind === 'prose' && text.trim().length >= leastProse
}

/** Stretches share one budget, each by its length. */
function shorterPart(part: Part, parts: readonly Part[], { summary, summaryId }: ReduceInput): Part {
  if (!isLongProse(part)) return part
  const prose = parts.filter(isLongProse).reduce((sum, { text }) => sum + text.length, 0)
  const budget = Math.max(leastProse, Math.round((proseBudget(prose) * part.text.length) / prose))
  const text = summaryLine({
    text: summary ?? summarizeProse(part.text, budget),
    merged: 1,
    entities: [],
    summaryId,
  })
  return text.length < part.text.length ? { kind: 'prose', text } : part
}
