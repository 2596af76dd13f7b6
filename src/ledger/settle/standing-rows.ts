/** Where the work stands: what was asked for, the agent's list, its last words, and what it waits for. */
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'
import { isWritten, latestWritten } from './written-rows.ts'

/** The original intent is the earliest, the current one the latest; nothing else is kept of them. */
export function intentRows(all: readonly Fact[]): readonly Row[] {
  const facts = all.filter(fact => !isWritten(fact))
  const original = facts.find(({ kind }) => kind === 'asked')
  const current = facts.findLast(({ kind }) => kind !== 'acknowledged')
  const acknowledged = facts.findLast(({ kind }) => kind === 'acknowledged')
  const rows: Row[] = []
  const add = (key: string, fact: Fact | undefined): void => {
    if (fact !== undefined)
      rows.push(rowOf({ section: 'intent', key, state: key, value: fact.about }, [fact]))
  }
  add('original', original)
  if (current !== original) add('current', current)
  if (acknowledged !== undefined)
    rows.push(
      rowOf({ section: 'intent', key: 'acknowledged', state: 'hidden', value: acknowledged.about }, [
        acknowledged,
      ]),
    )
  return [...rows, ...latestWritten('intent', all)]
}

/** Items that are pending are next steps; those that a later list leaves out are no longer on it, unless done. */
export function itemRows(facts: readonly Fact[]): readonly Row[] {
  const items = Map.groupBy(facts, ({ task, about }) => (task === undefined ? about : `task ${task}`))
  const lastList = facts.findLast(({ task }) => task === undefined)?.turn ?? 0
  return inOrder(
    Array.from(items, ([key, own]) => {
      const { kind, task, turn } = own.at(-1) as Fact
      const value = own.findLast(({ about }) => about !== '')?.about ?? ''
      const isGone = task === undefined && turn < lastList && kind !== 'done'
      const isHidden = isGone || kind === 'cancelled' || value === ''
      const section = kind === 'pending' && !isHidden ? 'next' : 'state'
      return rowOf({ section, key, state: isHidden ? 'hidden' : kind, value }, own)
    }),
  )
}

/** The agent's last words. */
export function lastWords(facts: readonly Fact[]): readonly Row[] {
  const said = facts.findLast(({ kind }) => kind === 'said')
  return said === undefined
    ? []
    : [rowOf({ section: 'state', key: 'last', state: 'last', value: said.about }, [said])]
}

/** What it said in them of the steps to come: older plans are told by the list. */
export function announcedSteps(next: readonly Fact[], last: Fact | undefined): readonly Row[] {
  const said = next.filter(fact => !isWritten(fact))
  const turn = last?.turn ?? said.at(-1)?.turn
  const announced = spoken(
    'next',
    'said',
    said.filter(fact => fact.turn === turn),
  )
  return [...announced, ...latestWritten('next', next)]
}

/** Only the user can clear what stands in the way. */
export function blockedRows(facts: readonly Fact[], heard: number): readonly Row[] {
  return spoken(
    'state',
    'blocked',
    facts.filter(({ kind, turn }) => kind === 'blocked' && turn > heard),
  )
}

/** Open until the user speaks or the agent goes on without an answer. */
export function questionRows(facts: readonly Fact[], heard: number, acted: number): readonly Row[] {
  return spoken(
    'questions',
    'open',
    facts.filter(({ turn }) => turn > heard && turn >= acted),
  )
}

function spoken(section: string, state: string, facts: readonly Fact[]): readonly Row[] {
  const rows = Map.groupBy(facts, ({ about }) => about)
  return inOrder(
    Array.from(rows, ([key, own]) => rowOf({ section, key, state, value: key }, own.toSorted(byTurn))),
  )
}
