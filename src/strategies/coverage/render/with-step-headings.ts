/** The headings of numbered steps between those that are shown: a plan that goes from step 2 to step 4 seems to have no third. */
import { markedLevel } from '../../../scan/heading-level.ts'
import { isStepHeading } from '../facts/line-forms.ts'
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** A longer heading is left out. */
const maxLength = 100
/** Fewer shown headings are no outline of a plan. */
const minShown = 2

/** `chosen` with them, in a section from `first` to before `end`, where at least half of its steps are shown. */
export function withStepHeadings(
  chosen: readonly number[],
  first: number,
  end: number,
  candidates: CandidateList,
): readonly number[] {
  const shown = new Set(chosen)
  const steps = new Map<number, number[]>()
  for (let at = first; at < end; at += 1) {
    const { text, value } = candidates.at(at) as Candidate
    if (value === 'noise' || text.length > maxLength || !isStepHeading(text)) continue
    const level = markedLevel(text) ?? 0
    const same = steps.get(level)
    if (same === undefined) steps.set(level, [at])
    else same.push(at)
  }
  const added = [...steps.values()].flatMap(all => {
    const missing = all.filter(at => !shown.has(at))
    const known = all.length - missing.length
    return known >= minShown && known >= missing.length ? missing : []
  })
  return added.length === 0 ? chosen : [...chosen, ...added].sort((one, other) => one - other)
}
