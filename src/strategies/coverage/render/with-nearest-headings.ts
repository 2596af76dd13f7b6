/** Headings and lead-ins that end the scope of one that is shown: without them, a line would seem to be below the wrong one. */
import { boldLevel, headingLevel } from '../../../scan/heading-level.ts'
import { isLeadIn, isListItem } from '../facts/line-forms.ts'
import type { Candidate, CandidateList } from '../read/candidate.ts'
import { isFenceLine } from '../read/fence-line.ts'

/** `# npm test` may be a comment of a script. */
const least = 2
/** `It has two parts:` leads to the items right below it. */
const leadLevel = boldLevel + 1

/** `chosen` with them, for a section whose first candidate is `first`. */
export function withNearestHeadings(
  chosen: readonly number[],
  first: number,
  candidates: CandidateList,
): readonly number[] {
  const added: number[] = []
  let at = first
  let isFenced = false
  /** The level of the last heading that is shown. */
  let shown = 0
  /** The last heading since, of the same level or above. */
  let ended = -1
  const levelOf = (piece: number): number => {
    const { text } = candidates.at(piece) as Candidate
    if (isFenceLine(text)) isFenced = !isFenced
    if (isFenced) return 0
    const level = headingLevel(text) ?? (isLeadIn(text) && !isListItem(text) ? leadLevel : 0)
    return level < least ? 0 : level
  }
  const levels = new Map<number, number>()
  /** What is bold or leads to a list has only the items below it. */
  const isIn = (piece: number, heading: number): boolean =>
    (levels.get(heading) ?? 0) < boldLevel || isListItem((candidates.at(piece) as Candidate).text)
  const labelOf = (piece: number): string => (candidates.at(piece) as Candidate).label
  for (const piece of chosen) {
    for (; at < piece; at += 1) {
      const level = levelOf(at)
      if (level === 0 || level > shown) continue
      levels.set(at, level)
      ended = at
    }
    const level = levelOf(piece)
    at = piece + 1
    if (level > 0) shown = level
    else if (ended >= 0 && labelOf(ended) === labelOf(piece) && isIn(piece, ended)) {
      added.push(ended)
      shown = levels.get(ended) ?? 0
    }
    if (level > 0 || ended >= 0) ended = -1
  }
  return added.length === 0 ? chosen : [...chosen, ...added].sort((one, other) => one - other)
}
