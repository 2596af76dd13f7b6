/** Checks that failed and are known to pass since: what they printed is not open. */
import { checkOf } from '../../../ledger/facts/command-line.ts'
import type { Row } from '../../../ledger/ledger.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'

/** What shows that an error is gone: the check passed, or a wider one, or the agent says that all do. */
const settled: ReadonlySet<string> = new Set(['resolved', 'past'])

/** The results of their failures, by `resultKey`. `rows`: of the ledger. */
export function settledFailures(rows: readonly Row[]): ReadonlySet<string> {
  const errors = rows.filter(({ section }) => section === 'errors')
  const gone = new Set(errors.flatMap(({ state, key }) => (settled.has(state) ? [key] : [])))
  const failures = errors.flatMap(({ facts }) => facts)
  return new Set(
    failures.flatMap(fact => {
      const { kind, about, turn, source } = fact
      const isGone =
        kind === 'failed' && source !== undefined && readCheck(about).isCheck && gone.has(checkOf(fact))
      return isGone ? [resultKey(turn + 1, source.block)] : []
    }),
  )
}

/** `number`: of the message. */
export function resultKey(number: number, block: number): string {
  return `${number} ${block}`
}
