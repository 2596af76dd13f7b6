/** What a model wrote: of intent, state and steps the latest is kept; decisions stay, each once. */
import type { Fact, Row } from '../ledger.ts'
import { rowOf } from './row-of.ts'

export const writtenState = 'written'

export function isWritten({ kind }: Fact): boolean {
  return kind === 'written'
}

export function latestWritten(section: string, facts: readonly Fact[]): readonly Row[] {
  const written = facts.filter(isWritten)
  const turn = written.at(-1)?.turn
  return written.filter(fact => fact.turn === turn).map(fact => writtenRow(section, [fact]))
}

export function writtenDecisions(facts: readonly Fact[]): readonly Row[] {
  const decisions = Map.groupBy(facts.filter(isWritten), ({ about }) => about)
  return Array.from(decisions.values(), own => writtenRow('decisions', own))
}

function writtenRow(section: string, facts: readonly Fact[]): Row {
  const { about, order } = facts[0] as Fact
  const note = facts.findLast(({ text }) => text !== undefined)?.text
  const key = `${writtenState} ${order} ${about}`
  return rowOf({ section, key, state: writtenState, value: about, note }, facts)
}
