/** An output of short lines of which nearly all are shown is shown whole: what is missing would seem not to be there. */
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** Up to this many missing lines are added. */
const maxMissing = 2
/** A longer line is no item of a list. */
const maxLength = 60
/** Fewer lines are no list. */
const minShown = 5

/** `chosen` with the missing lines of its section, which are from `first` to before `end`. */
export function withMissingItems(
  chosen: readonly number[],
  first: number,
  end: number,
  candidates: CandidateList,
): readonly number[] {
  const missing = end - first - chosen.length
  if (missing <= 0 || missing > maxMissing || chosen.length < minShown) return chosen
  const all = Array.from({ length: end - first }, (_, at) => first + at)
  return all.every(at => isShort(candidates.at(at) as Candidate, first)) ? all : chosen
}

/** Nothing in a plain list is below another line of it. */
function isShort({ text, value, isUninformative, under, lines }: Candidate, first: number): boolean {
  return text.length <= maxLength && value !== 'noise' && !isUninformative && under < first && lines > 0
}
