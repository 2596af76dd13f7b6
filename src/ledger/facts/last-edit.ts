/** The latest call that edits a file, and whether its tool took the edit. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { fileOperations } from '../../scan/actions/file-operations.ts'
import type { Block, Target } from '../../types.ts'
import type { FactBook } from './fact-book.ts'

export type EditState = 'applied' | 'refused' | 'unanswered'

export interface LastEdit {
  readonly place: Target
  readonly about: string
  readonly state: EditState
}

/** `actions`: what one call did. `undefined` where it edits no file by a tool. */
export function editOf(actions: readonly LocatedAction[], call: Block | undefined): LastEdit | undefined {
  const [first] = actions as readonly [LocatedAction]
  if (call?.type !== 'toolCall' || first.action.type === 'run') return undefined
  const paths = actions.flatMap(({ action }) =>
    fileOperations(action).flatMap(({ operation, path }) => (operation === 'read' ? [] : [path])),
  )
  if (paths.length === 0) return undefined
  const { message, block, action, answer } = first
  const isAnswered = answer !== undefined && action.outcome !== 'unknown'
  const state = !isAnswered ? 'unanswered' : action.outcome === 'failed' ? 'refused' : 'applied'
  return { place: { message, block }, about: `${call.name} ${[...new Set(paths)].join(', ')}`, state }
}

export function addLastEdit(book: FactBook, edit: LastEdit | undefined): void {
  if (edit === undefined) return
  const { place, about, state } = edit
  book.add(place, { section: 'doing', kind: 'edited', about, by: 'assistant', text: state })
}
