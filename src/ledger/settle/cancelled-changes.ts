/** Changes of files that later ones cancel: files that were made and deleted again, edits that were undone or taken back with git. */
import type { Fact } from '../ledger.ts'
import type { EditOutcomeOf } from './edit-outcomes.ts'
import type { FileOperations } from './file-rows.ts'
import { undoneEdits } from './undone-edits.ts'

/** `files`: the certain changes of each, in order. Each such change with the first of those that cancel each other. Linear. */
export function cancelledChanges(
  files: Iterable<readonly Fact[]>,
  operations: FileOperations,
  editOutcomeOf: EditOutcomeOf,
): ReadonlyMap<Fact, Fact> {
  const found = new Map<Fact, Fact>()
  for (const changes of files) {
    for (const [edit, first] of undoneEdits(changes)) found.set(edit, first)
    let made: Fact[] | undefined
    const taken = new Map<number, Fact>()
    for (const change of changes) {
      const outcome = editOutcomeOf(change)
      if (outcome?.how === 'taken back') {
        const first = taken.get(outcome.by.turn) ?? change
        taken.set(outcome.by.turn, first)
        found.set(change, first)
      }
      const operation = operations.get(change)
      if (operation === 'created') made = []
      made?.push(change)
      if (operation !== 'deleted') continue
      for (const each of made ?? []) found.set(each, made?.[0] as Fact)
      made = undefined
    }
  }
  return found
}
