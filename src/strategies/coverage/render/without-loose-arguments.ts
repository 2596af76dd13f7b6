/** The last lines of calls of which the first line is not shown: `total, rate)` says nothing alone. */
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** A call over more lines is not followed. */
const maxLines = 12
const texts = /"(?:[^"\\]|\\.){0,400}"|'(?:[^'\\]|\\.){0,400}'|`[^`]{0,400}`/g
const comment = /^\s{0,80}(?:\/\/|\/\*|\*|#|--|<!--)/
/** A bracket at the beginning closes a block. */
const closing = /^\s{0,80}[)\]}]/

/** `chosen`, which are lines of one block, without them, unless there are no others. `first`: the first line of the block. */
export function withoutLooseArguments(
  chosen: readonly number[],
  first: number,
  candidates: CandidateList,
): readonly number[] {
  const shown = new Set(chosen)
  const kept = chosen.filter(at => {
    const head = headOf(at, first, candidates)
    return head === undefined || shown.has(head)
  })
  return kept.length === 0 ? chosen : kept
}

/** The line with the bracket that a line closes; `undefined` where it closes none, or where that line is far above. */
function headOf(index: number, first: number, candidates: CandidateList): number | undefined {
  const { text, label, isCode } = candidates.at(index) as Candidate
  if (!isCode || !text.includes(')') || comment.test(text) || closing.test(text)) return undefined
  let open = looseBrackets(text).closed
  if (open === 0) return undefined
  for (let at = index - 1; at >= Math.max(first, index - maxLines); at -= 1) {
    const above = candidates.at(at) as Candidate
    if (above.label !== label || comment.test(above.text)) continue
    const { opened, closed } = looseBrackets(above.text)
    open -= opened
    if (open <= 0) return at
    open += closed
  }
  return undefined
}

/** How many brackets a line closes that it did not open, and opens that it does not close. */
function looseBrackets(line: string): { readonly opened: number; readonly closed: number } {
  let opened = 0
  let closed = 0
  for (const sign of line.slice(0, 1000).replace(texts, '')) {
    if (sign === '(') opened += 1
    else if (sign === ')' && opened > 0) opened -= 1
    else if (sign === ')') closed += 1
  }
  return { opened, closed }
}
