/** Subagents: what each reported last, with what it was asked to do; running where it has not reported. */
import type { Fact, Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'

export function subagentRows(facts: readonly Fact[]): readonly Row[] {
  const agents = Map.groupBy(facts, ({ task, turn, order }) => task ?? `${turn} ${order}`)
  return inOrder(Array.from(agents, ([key, own]) => subagentRow(key, own)))
}

function subagentRow(key: string, facts: readonly Fact[]): Row {
  const report = facts.findLast(({ kind }) => kind === 'concluded')
  const asked = facts.find(({ kind }) => kind === 'asked')
  const task = asked?.about ?? facts.find(({ text }) => text !== undefined)?.text
  const row = { section: 'subagents', key }
  if (report === undefined) return rowOf({ ...row, state: 'running', value: task ?? '' }, facts)
  const note = task === undefined ? {} : { note: task }
  return { ...rowOf({ ...row, state: '', value: report.about, ...note }, facts), by: report.by }
}
