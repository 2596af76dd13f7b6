/** What an action did to files. */
import type { Action } from './action.ts'

export type FileOperationKind = 'created' | 'read' | 'modified' | 'deleted'

interface FileOperation {
  readonly operation: FileOperationKind
  readonly path: string
  /** It was removed with all that is below it, and has no ending. */
  readonly mayBeDirectory?: true
}

/** A move deletes one file and creates another; a directory that is made leaves no trail. */
export function fileOperations(action: Action): readonly FileOperation[] {
  switch (action.type) {
    case 'read':
      return [{ operation: 'read', path: action.path }]
    case 'create':
      return action.isDirectory === true ? [] : [{ operation: 'created', path: action.path }]
    case 'modify':
      return [{ operation: 'modified', path: action.path }]
    case 'delete':
      return [
        {
          operation: 'deleted',
          path: action.path,
          ...(action.mayBeDirectory === true ? { mayBeDirectory: true } : {}),
        },
      ]
    case 'move':
      return [
        { operation: 'deleted', path: action.path },
        { operation: 'created', path: action.to },
      ]
    default:
      return []
  }
}
