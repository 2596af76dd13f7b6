/** What a piece of work did to files, each path once for each operation. */
import { byTurn, type Fact } from '../../../ledger/ledger.ts'
import type { FileOperationKind } from '../../../scan/actions/file-operations.ts'
import type { ObservedFile } from '../observation.ts'
import type { WorkPiece } from '../pieces/cut-pieces.ts'

/** A word of a command that can only be a path: `khaong` and `.[] | .id` may be anything. */
const shellPath = /^(?=.{0,400}[./])[^\s|$*?<>{}()[\]'"`;&]+$/

const maxNames = 6
const order: readonly FileOperationKind[] = ['created', 'modified', 'deleted', 'read']

/** From the facts of the ledger. */
export function filesOf(
  { facts }: Pick<WorkPiece, 'facts'>,
  root: string | undefined,
): readonly ObservedFile[] {
  const commands = new Set(facts.flatMap(({ fact }) => (fact.section === 'commands' ? [blockKey(fact)] : [])))
  const found = new Map<
    string,
    { operation: FileOperationKind; path: string; isDoubtful: boolean; names: Set<string> }
  >()
  for (const { fact, operation } of facts.toSorted((one, other) => byTurn(one.fact, other.fact))) {
    const { about, text, isDoubtful = false } = fact
    if (operation === undefined || (commands.has(blockKey(fact)) && !shellPath.test(about))) continue
    const path = shownPath(about, root)
    const key = `${operation} ${path}`
    const file = found.get(key) ?? { operation, path, isDoubtful, names: new Set() }
    file.isDoubtful &&= isDoubtful
    for (const name of text?.split(', ') ?? []) file.names.add(name)
    found.set(key, file)
  }
  const changed = new Set(
    Array.from(found.values(), ({ operation, path }) => (operation === 'read' ? '' : path)),
  )
  return order.flatMap(operation =>
    [...found.values()]
      // An agent that changes a file has read it.
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

/** The block that a fact was read in. */
export function blockKey({ turn, source }: Fact): string {
  return `${turn} ${source?.block}`
}

/** A path under the root is shown without it. */
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
