/** Commands: how each ended when it was run last. */
import type { Fact, Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'

export function commandRows(facts: readonly Fact[]): readonly Row[] {
  const commands = Map.groupBy(facts, ({ about }) => about)
  return inOrder(
    Array.from(commands, ([key, runs]) =>
      rowOf({ section: 'commands', key, state: stateOf(runs), value: '' }, runs),
    ),
  )
}

function stateOf(runs: readonly Fact[]): string {
  const ended = runs.findLast(({ kind }) => kind !== 'ran')
  if (ended === undefined) return 'unknown'
  if (ended.kind === 'ok') return 'ok'
  return ended.exitCode === undefined ? 'failed' : `exit ${ended.exitCode}`
}
