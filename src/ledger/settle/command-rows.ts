/** Commands: how each ended when it was run last, and what it printed of that. */
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import type { Fact, Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'

export function commandRows(facts: readonly Fact[]): readonly Row[] {
  const commands = Map.groupBy(facts, ({ about }) => about)
  return inOrder(
    Array.from(commands, ([key, runs]) => {
      // A run that nobody let happen, or that still goes on, says nothing of how the command ends.
      const ended =
        runs.findLast(({ kind }) => kind !== 'ran' && kind !== 'rejected') ??
        runs.findLast(({ kind }) => kind === 'rejected')
      // What a check printed is among the checks.
      const text = ended?.text ?? ''
      const value = text === '' || readCheck(key).isCheck ? '' : text
      return rowOf({ section: 'commands', key, state: stateOf(ended), value }, runs)
    }),
  )
}

function stateOf(ended: Fact | undefined): string {
  if (ended === undefined) return 'unknown'
  if (ended.kind !== 'failed') return ended.kind
  return ended.exitCode === undefined ? 'failed' : `exit ${ended.exitCode}`
}
