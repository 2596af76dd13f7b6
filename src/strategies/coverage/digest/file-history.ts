/** When each file was changed, under one name however much of its path a call spells out. */
import { actionsIn } from '../../../scan/actions/actions-in.ts'
import { pathBook } from '../../../scan/actions/path-book.ts'
import type { Message } from '../../../types.ts'

export interface FileHistory {
  readonly nameOf: (path: string) => string
  /** The last message that changed it; -1 where none did. */
  readonly lastChange: (path: string) => number
  /** The first message after this one that changed it; -1 where none did. */
  readonly nextChange: (path: string, message: number) => number
}

export function fileHistory(messages: readonly Message[]): FileHistory {
  const actions = actionsIn(messages)
  const book = pathBook(actions.flatMap(({ action }) => ('path' in action ? (action.path ?? []) : [])))
  const nameOf = (path: string): string => {
    const found = book.resolve(path)
    return found === undefined || found === 'ambiguous' ? path : found.path
  }
  const changes = new Map<string, number[]>()
  const add = (path: string, message: number): void => {
    const known = changes.get(nameOf(path))
    if (known === undefined) changes.set(nameOf(path), [message])
    else known.push(message)
  }
  for (const { message, action } of actions) {
    const { type, outcome } = action
    const isChange = type === 'modify' || type === 'create' || type === 'delete' || type === 'move'
    if (!isChange || outcome === 'failed' || outcome === 'rejected') continue
    add(action.path, message)
    if (type === 'move') add(action.to, message)
  }
  return {
    nameOf,
    lastChange: path => changes.get(nameOf(path))?.at(-1) ?? -1,
    nextChange: (path, message) => changes.get(nameOf(path))?.find(at => at > message) ?? -1,
  }
}
