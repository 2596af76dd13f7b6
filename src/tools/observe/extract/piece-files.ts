/** What a piece of work did to files, each path once for each thing that was done to it. */
import { changesOf } from '../../../ledger/facts/file-changes.ts'
import { type FileOperationKind, fileOperations } from '../../../scan/actions/file-operations.ts'
import type { ObservedFile } from '../observation.ts'
import type { Piece } from '../pieces/cut-pieces.ts'

/** A word of a command that can be nothing but a path: `khaong` and `.[] | .id` may be anything. */
const shellPath = /^(?=.{0,400}[./])[^\s|$*?<>{}()[\]'"`;&]+$/

const maxNames = 6
const order: readonly FileOperationKind[] = ['created', 'modified', 'deleted', 'read']

export function filesOf({ calls }: Pick<Piece, 'calls'>, root: string | undefined): readonly ObservedFile[] {
  const found = new Map<
    string,
    { operation: FileOperationKind; path: string; isDoubtful: boolean; names: Set<string> }
  >()
  for (const { actions, tool, arguments: text } of calls) {
    const isCommand = actions[0]?.action.type === 'run'
    // What a command changes inside a file is not shown by its words.
    const changes = tool === undefined || isCommand ? undefined : changesOf({ text })
    for (const { action } of actions) {
      if (action.outcome === 'failed') continue
      for (const { operation, path } of fileOperations(action)) {
        if (isCommand && !shellPath.test(path)) continue
        const shown = shownPath(path, root)
        const key = `${operation} ${shown}`
        const isDoubtful = action.outcome === 'unknown'
        const file = found.get(key) ?? { operation, path: shown, isDoubtful, names: new Set() }
        file.isDoubtful &&= isDoubtful
        if (operation === 'created' || operation === 'modified')
          for (const name of changes?.changeOf(path).names ?? []) file.names.add(name)
        found.set(key, file)
      }
    }
  }
  const changed = new Set(
    Array.from(found.values(), ({ operation, path }) => (operation === 'read' ? '' : path)),
  )
  return order.flatMap(operation =>
    [...found.values()]
      // Whoever changes a file has looked at it.
      .filter(file => file.operation === operation && (operation !== 'read' || !changed.has(file.path)))
      .map(
        ({ path, isDoubtful, names }): ObservedFile => ({
          operation,
          path,
          ...(isDoubtful ? { isDoubtful: true } : {}),
          ...(names.size === 0 ? {} : { names: [...names].slice(-maxNames) }),
        }),
      ),
  )
}

/** Paths under the root without it. */
function shownPath(path: string, root: string | undefined): string {
  return hasRoot(root) && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
}

/** `Edit /repo/src/a.ts` → `Edit src/a.ts` */
export function withoutRoot(call: string, root: string | undefined): string {
  return hasRoot(root) ? call.replaceAll(` ${root}/`, ' ') : call
}

function hasRoot(root: string | undefined): root is string {
  return root !== undefined && root.length > 1
}
