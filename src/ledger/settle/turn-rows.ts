/** How each turn ended, and what the agent said and did since the last message that the user typed. */
import type { Fact, Row } from '../ledger.ts'
import { announcedRows } from './announced-rows.ts'
import { rowOf } from './row-of.ts'

/** The numbers of the messages that the user typed, ascending; ledgers of earlier versions know them by the intent alone. */
export function typedTurns(facts: readonly Fact[]): readonly number[] {
  const typed = facts.filter(({ section, kind }) =>
    section === 'talk' ? kind === 'typed' : kind !== 'written' && kind !== 'redirected',
  )
  return [...new Set(typed.map(({ turn }) => turn))].sort((one, other) => one - other)
}

/** `heard`: the numbers of the messages that the user typed, ascending. Of each turn the last words are kept. */
export function turnRows(facts: readonly Fact[], heard: readonly number[]): readonly Row[] {
  // The last words of the current turn are in `doing`.
  const isCurrent = ({ turn, source }: Fact): boolean => source !== undefined && turn > (heard.at(-1) ?? -1)
  let turn = 0
  const turns = facts.map(fact => {
    while (turn < heard.length && (heard[turn] as number) < fact.turn) turn += 1
    return turn
  })
  return facts
    .filter((fact, index) => {
      const next = facts[index + 1]
      // Two in a row that were read back from a printed ledger are two turns.
      const isRead = fact.source === undefined && next?.source === undefined
      return turns[index] !== turns[index + 1] || isRead
    })
    .map(fact => spokenRow('turns', isCurrent(fact) ? 'hidden' : '', fact))
}

/** `acted`: facts about files and commands. Words before the last request no longer count. */
export function doingRows(
  facts: readonly Fact[],
  heard: readonly number[],
  acted: readonly Fact[],
): readonly Row[] {
  const last = heard.at(-1) ?? -1
  const current = facts.filter(({ turn }) => turn > last)
  const said = current.filter(({ kind }) => kind === 'said').map(fact => spokenRow('doing', 'said', fact))
  const steps = announcedRows(
    current.filter(({ kind }) => kind === 'announced'),
    acted,
    current.findLast(({ kind }) => kind === 'said')?.turn,
  )
  const edit = current.findLast(({ kind }) => kind === 'edited')
  return [...said, ...steps, ...(edit === undefined ? [] : [editRow(edit)])]
}

function spokenRow(section: string, state: string, fact: Fact): Row {
  return rowOf({ section, key: `${fact.turn} ${fact.order}`, state, value: fact.about }, [fact])
}

function editRow(edit: Fact): Row {
  const { text: state = 'unanswered', about: value } = edit
  return rowOf({ section: 'doing', key: lastEditKey, state, value }, [edit])
}

/** The row that says whether the latest edit was applied, refused or not answered. */
export const lastEditKey = 'last edit'
