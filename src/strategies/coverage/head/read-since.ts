/** The files that the agent looks at now. */
import type { Row } from '../../../ledger/ledger.ts'

/** What is read alone is the latest result, and more say little about what the agent is after. */
const minFiles = 2
const maxFiles = 6

export interface ReadSince {
  /** The last of them, each with the message that it was last read in, the latest first. */
  readonly files: ReadonlyMap<Row, number>
  /** How many more there are. */
  readonly others: number
}

export const nothingRead: ReadSince = { files: new Map(), others: 0 }

/**
 * Files that were read after the last request and the last change. A reading that showed nothing, or has no answer yet, does not
 * count.
 */
export function readSince(rows: readonly Row[], request: number): ReadSince {
  const files = rows.filter(({ section, state }) => section === 'files' && !state.endsWith('deleted'))
  const since = files.reduce((last, row) => Math.max(last, lastTurn(row, false)), request)
  const read = files
    .map(row => [row, lastTurn(row, true)] as const)
    .filter(([, turn]) => turn > since)
    .toSorted(([, one], [, other]) => other - one)
  if (read.length < minFiles) return nothingRead
  return { files: new Map(read.slice(0, maxFiles)), others: Math.max(0, read.length - maxFiles) }
}

function lastTurn({ facts }: Row, isRead: boolean): number {
  return facts.reduce(
    (last, { kind, turn, isDoubtful }) =>
      (kind === 'read') === isRead && !(isRead && isDoubtful) ? Math.max(last, turn) : last,
    -1,
  )
}
