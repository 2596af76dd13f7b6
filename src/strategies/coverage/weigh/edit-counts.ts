/** How many lines of each section are statements of a program, and how many an edit removed or added. */
import { isEditLabel } from '../facts/is-edit-label.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { isCodeBit } from '../read/line-bits.ts'

interface EditCounts {
  readonly statements: Uint32Array
  /** Statements that an edit removed. */
  readonly removed: Uint32Array
  /** Weighed lines that an edit removed or added. */
  readonly changed: Uint32Array
}

export function editCounts(
  { bits, labels, sections, length }: CandidateColumns,
  sectionCount: number,
  weighed: ArrayLike<number>,
): EditCounts {
  const statements = new Uint32Array(sectionCount)
  const removed = new Uint32Array(sectionCount)
  const changed = new Uint32Array(sectionCount)
  for (let piece = 0; piece < length; piece += 1) {
    const section = sections[piece] as number
    if (isEditLabel(labels[piece]) && weighed[piece] === 1)
      changed[section] = (changed[section] as number) + 1
    if (((bits[piece] as number) & isCodeBit) === 0) continue
    statements[section] = (statements[section] as number) + 1
    if (labels[piece] === '-') removed[section] = (removed[section] as number) + 1
  }
  return { statements, removed, changed }
}
