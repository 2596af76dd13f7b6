/** When a check that failed passed last before, by itself or as a part of a command that passed. */
import type { Row } from '../../../ledger/ledger.ts'
import { checksIn, coveringChecks } from '../../../scan/actions/shell/command-check.ts'

/** `rows`: all rows of the ledger. Of a chain, all parts passed: in one message, or each when it ran last by itself. */
export function lastPassed({ key, state, branch, last }: Row, rows: readonly Row[]): number | undefined {
  if (state !== 'failed' || branch !== undefined) return undefined
  const runs = rows
    .filter(row => row.section === 'checks' && row.branch === undefined)
    .flatMap(({ key: about, facts }) => facts.map(({ kind, turn }) => ({ about, kind, turn })))
    .filter(({ kind, turn }) => turn < last && (kind === 'passed' || kind === 'failed'))
  const parts = checksIn(key).map(part => {
    const wider = new Set([part, ...coveringChecks(part)])
    const own = runs.filter(({ about }) => wider.has(about))
    const passed = own.flatMap(({ kind, turn }) => (kind === 'passed' ? [turn] : []))
    const lastRun = own.reduce((latest, { turn }) => Math.max(latest, turn), -1)
    return { passed: new Set(passed), hasPassedLast: passed.includes(lastRun) }
  })
  const [first] = parts
  const together = [...(first?.passed ?? [])].filter(turn => parts.every(({ passed }) => passed.has(turn)))
  const each = parts.every(({ hasPassedLast }) => hasPassedLast)
    ? parts.flatMap(({ passed }) => [...passed])
    : []
  const turns = [...together, ...each]
  return turns.length === 0 ? undefined : Math.max(...turns)
}
