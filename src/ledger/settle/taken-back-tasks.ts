/** Tasks that are called done, though nothing is left of the edits that were made for them. */
import type { Fact, FactKind, Row } from '../ledger.ts'
import type { EditOutcomeOf } from './edit-outcomes.ts'
import { firstIndex, isSure } from './file-changes-since.ts'
import { undoneEdits } from './undone-edits.ts'

interface Edit {
  readonly turn: number
  /** The message that took it back; absent where something of it is left. */
  readonly takenBackAt?: number
}

/** `tasks`: rows of tasks, of which those that were taken back are amended. `files`: rows of files. */
export function withTakenBackTasks(
  tasks: readonly Row[],
  files: readonly Row[],
  editOutcomeOf: EditOutcomeOf,
): readonly Row[] {
  if (!tasks.some(({ state }) => state === 'done')) return tasks
  const edits = files.flatMap(({ facts }) => editsIn(facts, editOutcomeOf))
  if (edits.every(({ takenBackAt }) => takenBackAt === undefined)) return tasks
  const inOrder = edits.sort((one, other) => one.turn - other.turn)
  return tasks.map(row => {
    const amendedBy = row.state === 'done' ? takenBackAt(row, inOrder) : undefined
    return amendedBy === undefined ? row : { ...row, amendedBy }
  })
}

/** The edits of one file. If it was edited again, an undone edit may have been redone. */
function editsIn(facts: readonly Fact[], editOutcomeOf: EditOutcomeOf): readonly Edit[] {
  const own = facts.filter(isSure)
  const undone = undoneEdits(own)
  const reversed = own.findLast(edit => undone.has(edit))?.turn
  const edits = own.map((edit): Edit => {
    const outcome = editOutcomeOf(edit)
    const at = outcome?.how === 'taken back' ? outcome.by.turn : undone.has(edit) ? reversed : undefined
    return { turn: edit.turn, ...(at === undefined ? {} : { takenBackAt: at }) }
  })
  const last = edits.at(-1)
  return last?.takenBackAt === undefined ? edits.map(({ turn }) => ({ turn })) : edits
}

/** `edits`: in order. */
function takenBackAt({ facts, last }: Row, edits: readonly Edit[]): number | undefined {
  const done = startOf(facts, 'done')
  const before = facts[done - 1]
  if (before === undefined) return undefined
  const from = facts[before.kind === 'active' ? startOf(facts.slice(0, done), 'active') : done - 1]
  const own = edits.slice(
    firstIndex(edits, (from ?? before).turn),
    firstIndex(edits, (facts[done] as Fact).turn + 1),
  )
  const turns = own.map(edit => edit.takenBackAt ?? -1)
  const at = turns.reduce((one, other) => Math.max(one, other), -1)
  return turns.includes(-1) || at <= last ? undefined : at
}

/** Where the facts of this kind begin that the others end with. */
function startOf(facts: readonly Fact[], kind: FactKind): number {
  return facts.findLastIndex(fact => fact.kind !== kind) + 1
}
