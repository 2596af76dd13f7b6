/** Checks: the latest result of each test run, build, linter, and whether files were changed since. */
import { checksIn, coveringChecks } from '../../scan/actions/shell/command-check.ts'
import type { Fact, Row } from '../ledger.ts'
import { ChangesSince, isSureChange } from './file-changes-since.ts'
import { rowOf } from './row-of.ts'

const states: Readonly<Record<string, string>> = { passed: 'passed', failed: 'failed' }

export function checkRows(facts: readonly Fact[], files: readonly Fact[]): readonly Row[] {
  const checks = Map.groupBy(facts, ({ about }) => about)
  const latest = new Map(Array.from(checks, ([key, runs]) => [key, latestOf(runs)]))
  const since = new ChangesSince(files.filter(isSureChange))
  const latestFirst = [...checks].sort(([one], [other]) => turnOf(latest, other) - turnOf(latest, one))
  const rows = latestFirst.map(([key, runs]) => {
    const fact = latest.get(key) as Fact
    const { turn, kind, text = '', changedSince: before } = fact
    const note = since.after(turn, before)
    const state = isCovered(key, fact, latest) ? 'hidden' : (states[kind] ?? 'unknown')
    const row = rowOf({ section: 'checks', key, state, value: text, ...(note === '' ? {} : { note }) }, runs)
    return { ...row, first: turn, last: turn }
  })
  return rows.sort((one, other) => one.last - other.last || (one.key < other.key ? -1 : 1))
}

function turnOf(latest: ReadonlyMap<string, Fact>, key: string): number {
  return (latest.get(key) as Fact).turn
}

/** A run that says nothing of how it ended leaves the result before it as it was. */
function latestOf(runs: readonly Fact[]): Fact {
  return runs.findLast(({ kind }) => kind !== 'ran') ?? (runs.at(-1) as Fact)
}

/** Whether checks that hold this and more ran later: each part of a chain is looked at by itself. */
function isCovered(key: string, fact: Fact, latest: ReadonlyMap<string, Fact>): boolean {
  return checksIn(key).every(part =>
    coveringChecks(part).some(wider => {
      const run = wider === key ? undefined : latest.get(wider)
      return (
        run !== undefined &&
        run.kind !== 'ran' &&
        (run.turn > fact.turn || (run.turn === fact.turn && run.order > fact.order))
      )
    }),
  )
}
