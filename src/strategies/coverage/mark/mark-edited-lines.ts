/** Marks lines of files that edits have changed. */
import { isProgramFile } from '../facts/program-file.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { isUninformativeBit } from '../read/line-bits.ts'
import { counterparts } from './counterparts.ts'
import { diffCounterparts } from './diff-counterparts.ts'
import { renamedEdits } from './renamed-edits.ts'
import type { FileEdit } from './replaced-lines.ts'

/** Hides a line that a later edit replaced; a line that says little is shown with its counterpart. */
export function markEditedLines(
  edits: readonly FileEdit[],
  replaced: Iterable<number>,
  candidates: CandidateColumns,
  nameOf: (path: string) => string,
): void {
  for (const line of replaced) candidates.setUninformative(line)
  const { texts, labels, bits, unders } = candidates
  const isShown = (line: number): boolean => ((bits[line] as number) & isUninformativeBit) === 0
  for (const edit of edits)
    for (const { line, needed } of counterparts({ texts, labels, isShown }, edit, isProgramFile(edit.path)))
      unders[line] = needed
  for (const { line, needed } of diffCounterparts(candidates, isShown)) unders[line] = needed
  for (const { line, needed } of renamedEdits(edits, candidates, nameOf))
    if ((unders[line] as number) < 0) unders[line] = needed
  // Unchanged lines of an edit are shown only with lines that need them.
  for (let line = 0; line < labels.length; line += 1)
    if (labels[line] === ' ') candidates.setUninformative(line)
}
