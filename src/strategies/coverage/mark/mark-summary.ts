/** Lines of a summary of earlier messages that say nothing, or nothing that is true any more. */
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { isCodeBit, partIn, withValue } from '../read/line-bits.ts'
import { draftLength } from './draft-length.ts'
import { quotedRequests } from './quoted-requests.ts'
import { spentState } from './spent-state.ts'

/** After so many messages, what a summary says about its own time is outdated although nobody has typed anything since. */
const spentAfter = 30

interface SinceSummary {
  /** Something was asked after it. */
  readonly isFollowed: boolean
  readonly messagesSince: number
}

/**
 * Hides what requests say themselves and, once it is past, its state. What its writer drafted and the code of a past one are
 * worth little. `first`: its first line; it has the last ones.
 */
export function markSummary(
  first: number,
  candidates: CandidateColumns,
  { isFollowed, messagesSince }: SinceSummary,
): void {
  const { bits, texts, unders } = candidates
  const lines = texts.slice(first)
  const isOld = messagesSince > spentAfter
  const isPast = isOld || isFollowed
  const isRest = (at: number): boolean => candidates.lines[first + at] === 0
  const spent = isPast ? spentState(lines, isOld ? 'old' : 'followed', isRest) : []
  const requests = texts.slice(0, first).filter((_, at) => partIn(bits[at] as number) === 'typed')
  for (const at of [...spent, ...quotedRequests(lines, requests, isRest)])
    candidates.setUninformative(first + at)
  const start = first + draftLength(lines)
  for (let at = first; at < texts.length; at += 1) {
    const facts = bits[at] as number
    if (at < start || (isPast && (facts & isCodeBit) !== 0)) bits[at] = withValue(facts, 'noise')
    // It makes sense without the heading that divides it from the draft.
    const under = unders[at] as number
    if (under >= first && under < start) unders[at] = -1
  }
}
