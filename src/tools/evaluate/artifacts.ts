/** The files that a session changed and the commands that it ran, from its tool calls: the reference for checking views. */
import { commandKey } from '../../measure/probes/command-probes.ts'
import type { Outcome } from '../../scan/actions/action.ts'
import { actionsIn } from '../../scan/actions/actions-in.ts'
import { type FileOperationKind, fileOperations } from '../../scan/actions/file-operations.ts'
import { type PathResolver, pathResolver } from '../../scan/actions/path-resolver.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import type { Message } from '../../types.ts'

export { commandKey } from '../../measure/probes/command-probes.ts'
export {
  type FileOperationKind,
  fileOperations,
} from '../../scan/actions/file-operations.ts'

/** `ok`: there is no sign that it failed. */
export type CommandOutcome = 'ok' | 'failed'

/** `undefined` if it did not run, or if its outcome is unknown. */
export function commandOutcome(outcome: Outcome): CommandOutcome | undefined {
  if (outcome === 'finished') return 'ok'
  return outcome === 'ok' || outcome === 'failed' ? outcome : undefined
}

export interface Artifacts {
  readonly resolver: PathResolver
  /** Operations that certainly happened: `modified src/a.ts`. */
  readonly operations: ReadonlySet<string>
  /** Operations that may have happened: part of a script that failed, a call without an answer. They count neither way. */
  readonly doubtful: ReadonlySet<string>
  /** All outcomes of each command, the latest last. */
  readonly commands: ReadonlyMap<string, readonly CommandOutcome[]>
  /** The commands by their first characters. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
}

/** The minimum length of a beginning that identifies a command. */
export const minBeginning = 20

export function artifactsOf(messages: readonly Message[]): Artifacts {
  const actions = actionsIn(messages).map(({ action }) => action)
  const resolver = pathResolver(actions.flatMap(action => fileOperations(action).map(({ path }) => path)))
  const operations = new Set<string>()
  const doubtful = new Set<string>()
  const commands = new Map<string, CommandOutcome[]>()
  for (const action of actions) {
    const outcome = action.type === 'run' ? commandOutcome(action.outcome) : undefined
    if (action.type === 'run' && outcome !== undefined)
      addToList(commands, commandKey(action.command), outcome)
    if (action.outcome === 'failed') continue
    for (const { operation, path } of fileOperations(action))
      (action.outcome === 'ok' ? operations : doubtful).add(operationKey(operation, resolved(resolver, path)))
  }
  const beginnings = Map.groupBy(commands.keys(), key => key.slice(0, minBeginning))
  return { resolver, operations, doubtful, commands, beginnings }
}

export function operationKey(operation: FileOperationKind, path: string): string {
  return `${operation} ${path}`
}

function resolved(resolver: PathResolver, path: string): string {
  const found = resolver.resolve(path)
  return typeof found === 'object' ? found.path : path
}
