/** The files that the agent looks at now. */
import type { Row } from '../../../ledger/ledger.ts'

/** What is read alone is the latest result, and more say little about what the agent is after. */
const minFiles = 2
const maxFiles = 6

/**
 * Files that were read after the last request and the last change, each with the message that it was last read in, the latest first.
 * A reading that showed nothing, or has no answer yet, does not count.
 */
export function readSince(rows: readonly Row[], request: number): ReadonlyMap<Row, number> {
  const files = rows.filter(({ section, state }) => section === 'files' && !state.endsWith('deleted'))
  const since = files.reduce((last, row) => Math.max(last, lastTurn(row, false)), request)
  const read = files
    .map(row => [row, lastTurn(row, true)] as const)
    .filter(([, turn]) => turn > since)
    .toSorted(([, one], [, other]) => other - one)
  return new Map(read.length < minFiles ? [] : read.slice(0, maxFiles))
}

function lastTurn({ facts }: Row, isRead: boolean): number {
  return facts.reduce(
    (last, { kind, turn, isDoubtful }) =>
      (kind === 'read') === isRead && !(isRead && isDoubtful) ? Math.max(last, turn) : last,
    -1,
  )
}
