/** Which checks ran after a message, alone, in a chain or as a part of a task. Rows are all rows of the ledger. */
import type { Row } from '../../../ledger/ledger.ts'
import { isWithin } from '../../../scan/actions/shell/check-kind.ts'
import { coveringChecks, readCheck } from '../../../scan/actions/shell/command-check.ts'
import { askedChecks } from './asked-checks.ts'

/** The checks that a request asks for and that were not run since. `sent`: all of its message. */
export function unrunChecks(
  { value, last: asked }: Row,
  sent: string,
  rows: readonly Row[],
): readonly string[] {
  const isRun = ranSince(asked, rows)
  return askedChecks(sent === '' ? value : sent).filter(check => !isRun(check))
}

/** Whether a check, or a part of it, ran again after its last result; how that ended is not known. */
export function hasRunSince({ key, last }: Row, rows: readonly Row[]): boolean {
  return readCheck(key).checks.some(ranSince(last, rows))
}

function ranSince(turn: number, rows: readonly Row[]): (check: string) => boolean {
  const ran = rows
    .filter(
      ({ section, facts, last }) =>
        section === 'checks' && (last > turn || facts.some(fact => fact.turn > turn)),
    )
    .flatMap(({ key }) => [key, ...readCheck(key).checks])
  const known = new Set(ran)
  return check =>
    coveringChecks(check).some(wider => known.has(wider)) || ran.some(task => isWithin(check, task))
}
