/** Splits a text into parts to keep verbatim and parts that may be shortened, in order. */
import { segments } from '../scan/segments.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten, type TextSegments } from './reducer.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'
import { summaryLine } from './summary-line.ts'

export interface SplitPart {
  readonly kind: 'verbatim' | 'prose'
  readonly text: string
}

/** Prose around code that is shorter than this is not worth a summary. */
export const minProse = 80

/**
 * Parts alternate between kept and shortened, and `joinSplitParts` of them is the text. White space between prose and verbatim
 * parts belongs to the latter, so that a replacement of the prose stays in place.
 */
export function splitForSummary(text: string, found: TextSegments = segments(text)): readonly SplitPart[] {
  const parts: SplitPart[] = []
  for (let at = 0; at < found.length; ) {
    const isProse = found[at]?.kind === 'prose'
    const start = found[at]?.start ?? 0
    while (at < found.length && (found[at]?.kind === 'prose') === isProse) at += 1
    const end = found[at]?.start ?? text.length
    parts.push({ kind: isProse ? 'prose' : 'verbatim', text: text.slice(start, end) })
  }
  return withSpaceOutside(parts)
}

export function joinSplitParts(parts: readonly SplitPart[]): string {
  return parts.map(part => part.text).join('')
}

function withSpaceOutside(parts: readonly SplitPart[]): readonly SplitPart[] {
  return parts.map(({ kind, text }, index) => {
    if (kind === 'verbatim') {
      const [before, after] = [parts[index - 1]?.text ?? '', parts[index + 1]?.text ?? '']
      const leading = after.slice(0, after.length - after.trimStart().length)
      return { kind, text: before.slice(before.trimEnd().length) + text + leading }
    }
    const trimmed = index === 0 ? text : text.trimStart()
    return { kind, text: index === parts.length - 1 ? trimmed : trimmed.trimEnd() }
  })
}

/** Keeps code and other hard parts verbatim and in place; shortens the prose around them. */
export const codeSplit: Reducer = {
  name: 'code-split',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const parts = splitForSummary(input.text, input.segments)
    return firstSmaller(input, [() => joinSplitParts(parts.map(part => shorterPart(part, parts, input)))])
  },
  ask(input: ReduceInput): string | undefined {
    const [prose, ...more] = splitForSummary(input.text, input.segments).filter(isLongProse)
    return more.length === 0 ? prose?.text : undefined
  },
}

function isLongProse({ kind, text }: SplitPart): boolean {
  return kind === 'prose' && text.trim().length >= minProse
}

/** The parts share one budget, by their length. */
function shorterPart(
  part: SplitPart,
  parts: readonly SplitPart[],
  { summary, summaryId }: ReduceInput,
): SplitPart {
  if (!isLongProse(part)) return part
  const prose = parts.filter(isLongProse).reduce((sum, { text }) => sum + text.length, 0)
  const budget = Math.max(minProse, Math.round((proseBudget(prose) * part.text.length) / prose))
  const text = summaryLine({
    text: summary ?? summarizeProse(part.text, budget),
    merged: 1,
    entities: [],
    summaryId,
  })
  return text.length < part.text.length ? { kind: 'prose', text } : part
}
