/** What later runs of a command do to the lines that name the earlier ones. */
import type { Section } from './candidate.ts'
import type { CandidateColumns } from './candidate-columns.ts'
import { earlierRuns, type Run } from './earlier-runs.ts'

/** One that says no more than a later one is left out; one that failed says which did not. `numbers`: by which messages are shown. */
export function markEarlierRuns(
  runs: readonly Run[],
  candidates: CandidateColumns,
  sections: Section[],
  numbers: readonly number[],
): void {
  for (const { run, latest, isReplaced, isMended } of earlierRuns(runs)) {
    const { line } = run
    if (isReplaced) candidates.setBare(line)
    if (!isMended) continue
    const note = ` (#${numbers[latest.message]} ran without it)`
    const at = candidates.sections[line] as number
    const section = sections[at] as Section
    candidates.texts[line] += note
    if (section.outcome !== undefined) sections[at] = { ...section, outcome: section.outcome + note }
  }
}
