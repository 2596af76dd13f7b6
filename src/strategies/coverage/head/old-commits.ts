/** Files of earlier commits, which are only counted. */
import type { Row } from '../../../ledger/ledger.ts'
import { onBranch } from '../../../ledger/markdown/row-line.ts'
import { counted } from '../../../reduce/pieces/counted.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import type { Entry } from './entry.ts'
import { isChangedFile } from './is-changed-file.ts'
import type { SharedFacts } from './shared-facts.ts'

/** Files that were committed before the previous request or on another branch, several of a branch: their number is enough. */
export function oldCommits(
  rows: readonly Row[],
  { requestBefore, isSpokenOf }: SharedFacts,
): readonly (readonly Row[])[] {
  const old = rows.filter(
    row =>
      isChangedFile(row) &&
      row.committedAt !== undefined &&
      (row.branch !== undefined || row.committedAt < requestBefore) &&
      !isSpokenOf(fileName(row.key)),
  )
  return [...Map.groupBy(old, onBranch).values()].filter(({ length }) => length > 1)
}

/** `committed #41 to #80 on fix/tax: 4 files` at the first of them, nothing at the others. */
export function countedCommits(
  branches: readonly (readonly Row[])[],
  numberOf: (turn: number) => number,
): ReadonlyMap<Row, readonly Entry[]> {
  const entriesOf = (own: readonly Row[]): readonly Entry[] => {
    const turns = own.map(({ committedAt = 0 }) => numberOf(committedAt))
    const [first, last] = [Math.min(...turns), Math.max(...turns)]
    const when = first === last ? `#${first}` : `#${first} to #${last}`
    const group = `committed ${when}${onBranch(own[0] as Row)}`
    const { length: count } = own
    return [{ line: 'files', worth: 3, text: counted(count, 'file'), count, group }]
  }
  return new Map(
    branches.flatMap(own => own.map((row, at) => [row, at === 0 ? entriesOf(own) : []] as const)),
  )
}
