/** What edits do to the lines of the files that they change. */
import { isBareBit } from './candidate-bits.ts'
import type { CandidateColumns } from './candidate-columns.ts'
import { counterparts } from './counterparts.ts'
import { isProgramFile } from './program-file.ts'
import { type FileEdit, replacedLines } from './replaced-lines.ts'

/** A line that a later edit replaced is left out; one that says little is shown with its counterpart. */
export function markEditedLines(edits: readonly FileEdit[], candidates: CandidateColumns): void {
  for (const line of replacedLines(edits, candidates)) candidates.setBare(line)
  const { texts, labels, bits, unders } = candidates
  const isShown = (line: number): boolean => ((bits[line] as number) & isBareBit) === 0
  for (const edit of edits)
    for (const { line, needed } of counterparts({ texts, labels, isShown }, edit, isProgramFile(edit.path)))
      unders[line] = needed
  // What stays as it was is shown only with what is part of it.
  for (const [line, label] of labels.entries()) if (label === ' ') candidates.setBare(line)
}
