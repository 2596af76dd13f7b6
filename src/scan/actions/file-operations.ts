/** What an action did to files. */
import type { Action } from './action.ts'

export type Deed = 'created' | 'read' | 'modified' | 'deleted'

export interface FileDeed {
  readonly deed: Deed
  readonly path: string
}

/** A move deletes one file and creates another; directories leave no trail. */
export function deedsOf(action: Action): readonly FileDeed[] {
  switch (action.type) {
    case 'read':
      return [{ deed: 'read', path: action.path }]
    case 'create':
      return action.isDirectory === true ? [] : [{ deed: 'created', path: action.path }]
    case 'modify':
      return [{ deed: 'modified', path: action.path }]
    case 'delete':
      return [{ deed: 'deleted', path: action.path }]
    case 'move':
      return [
        { deed: 'deleted', path: action.path },
        { deed: 'created', path: action.to },
      ]
    default:
      return []
  }
}
