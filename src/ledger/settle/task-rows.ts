/** The agent's lists as they are now: every item with its latest state, in the order of the list. */
import { messageList } from '../facts/checklist-facts.ts'
import { byTurn, type Fact, type FactKind, type Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'

const itemKinds: ReadonlySet<FactKind> = new Set(['pending', 'active', 'done', 'cancelled'])

/** Ledgers of earlier versions have the items among the facts of the state. */
export function asTask(fact: Fact): Fact {
  return fact.section === 'state' && itemKinds.has(fact.kind) ? { ...fact, section: 'tasks' } : fact
}

export function taskRows(all: readonly Fact[]): readonly Row[] {
  // A printed ledger says which were taken back.
  const amended = new Map(all.filter(({ kind }) => kind === 'amended').map(fact => [fact.about, fact]))
  const rows = rowsOf(all.filter(({ kind }) => kind !== 'amended'))
  return amended.size === 0 ? rows : rows.map(row => amendedRow(row, amended.get(row.value)))
}

function amendedRow(row: Row, fact: Fact | undefined): Row {
  if (fact === undefined) return row
  const facts = [...row.facts, fact]
  return fact.turn > row.last ? { ...row, facts, amendedBy: fact.turn } : { ...row, facts }
}

function rowsOf(facts: readonly Fact[]): readonly Row[] {
  const lists = Map.groupBy(facts, ({ task, list }) => list ?? (task === undefined ? 'list' : 'tasks'))
  // A session that keeps a list with a tool has its tasks there.
  const hasOwn = lists.has('tasks') || lists.has('list')
  return Array.from(lists, ([list, own]) => {
    if (list === 'tasks') return numberedRows(own)
    if (list === 'list') return listRows(own, true)
    // A check list in a message is kept only where something on it is done or under way.
    const isBegun = own.some(({ kind }) => kind !== 'pending')
    if (list === messageList) return listRows(own, isBegun)
    return fileRows(own, !hasOwn)
  })
    .sort((one, other) => lastShown(one) - lastShown(other))
    .flat()
}

/** What an earlier printed ledger did not show cannot be read back from it. */
function lastShown(rows: readonly Row[]): number {
  return rows.reduce((most, { state, last }) => (state === 'hidden' ? most : Math.max(most, last)), -1)
}

/** Items that are changed one by one. */
function numberedRows(facts: readonly Fact[]): readonly Row[] {
  const items = Map.groupBy(facts, ({ task }) => `task ${task}`)
  return inOrder(Array.from(items, ([key, own]) => itemRow(key, own, false)))
}

/** Lists that are set as a whole: what the latest leaves out is no longer on it. */
function listRows(facts: readonly Fact[], isKept: boolean): readonly Row[] {
  const latest = facts.at(-1)?.turn ?? 0
  const items = Map.groupBy(facts, ({ list = '', about }) => (list === '' ? about : `${list}: ${about}`))
  return Array.from(items, ([key, own]) =>
    itemRow(key, own, !isKept || (own.at(-1) as Fact).turn < latest),
  ).toSorted(byLast)
}

/** Lists in files: written whole, then edited item by item. One that was written and nothing on it begun is a document. */
function fileRows(facts: readonly Fact[], mayBeKept: boolean): readonly Row[] {
  const written = facts.findLast(({ kind, about }) => kind === 'cancelled' && about === '')
  const isBegun = facts.some(({ kind }) => kind === 'done' || kind === 'active')
  const isKept = mayBeKept && (written === undefined || isBegun)
  const items = Map.groupBy(facts, ({ list = '', about }) => `${list}: ${about}`)
  const isGone = (last: Fact): boolean => !isKept || (written !== undefined && byTurn(last, written) < 0)
  return inOrder(Array.from(items, ([key, own]) => itemRow(key, own, isGone(own.at(-1) as Fact))))
}

function itemRow(key: string, facts: readonly Fact[], isGone: boolean): Row {
  const { kind } = facts.at(-1) as Fact
  const value = facts.findLast(({ about }) => about !== '')?.about ?? ''
  const isHidden = isGone || kind === 'cancelled' || value === ''
  return rowOf({ section: 'tasks', key, state: isHidden ? 'hidden' : kind, value }, facts)
}

function byLast(one: Row, other: Row): number {
  return byTurn(one.facts.at(-1) as Fact, other.facts.at(-1) as Fact)
}
