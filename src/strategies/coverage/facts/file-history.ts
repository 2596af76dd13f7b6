/** When each file was changed. A file has one name, however much of its path a call gives. */
import type { LocatedAction } from '../../../scan/actions/actions-in.ts'
import { pathResolver } from '../../../scan/actions/path-resolver.ts'
import { addToList } from '../../../tokens/add-to-list.ts'
import type { Target } from '../../../types.ts'

export interface FileHistory {
  readonly nameOf: (path: string) => string
  /** The last message that changed it; -1 where none did. */
  readonly lastChange: (path: string) => number
  /** The last message that changed any file; -1 where none did. */
  readonly latest: number
  /** The last message in which git replaced what it had left in conflict; -1 where none did. */
  readonly settled: number
  /** The calls after this message that changed it, in order. */
  readonly changesAfter: (path: string, message: number) => readonly Target[]
}

/** `actions`: of the whole conversation. */
export function fileHistory(actions: readonly LocatedAction[]): FileHistory {
  const resolver = pathResolver(
    actions.flatMap(({ action }) => ('path' in action ? (action.path ?? []) : [])),
  )
  const nameOf = (path: string): string => {
    const found = resolver.resolve(path)
    return found === undefined || found === 'ambiguous' ? path : found.path
  }
  const changes = new Map<string, Target[]>()
  for (const { message, block, action } of actions) {
    const { type, outcome } = action
    const isChange = type === 'modify' || type === 'create' || type === 'delete' || type === 'move'
    if (!isChange || outcome === 'failed' || outcome === 'rejected') continue
    addToList(changes, nameOf(action.path), { message, block })
    if (type === 'move') addToList(changes, nameOf(action.to), { message, block })
  }
  let latest = -1
  for (const targets of changes.values()) latest = Math.max(latest, targets.at(-1)?.message ?? -1)
  return {
    nameOf,
    latest,
    settled: actions.findLast(settlesConflicts)?.message ?? -1,
    lastChange: path => changes.get(nameOf(path))?.at(-1)?.message ?? -1,
    changesAfter: (path, message) => changes.get(nameOf(path))?.filter(at => at.message > message) ?? [],
  }
}

/** `git rebase --continue`, `git merge --abort`, `git reset --hard`, `git stash` */
const settling =
  /\bgit (?:-\S+ \S+ ){0,3}(?:(?:rebase|merge|cherry-pick|revert|am) --(?:continue|abort|skip|quit)|reset (?:[^;&|\n]{1,80} )?--(?:hard|merge)|stash(?! (?:list|show|drop|apply|pop)))(?![\w-])/

/** A step that stops at the next conflict has left the one before. */
function settlesConflicts({ action, answer }: LocatedAction): boolean {
  if (action.type !== 'run' || answer === undefined || action.outcome === 'rejected') return false
  if (!settling.test(action.command.slice(0, maxCommand))) return false
  return action.outcome !== 'failed' || answer.text.includes('CONFLICT (')
}

const maxCommand = 4000
