/** Probes about files: which were created, changed or deleted, and what the last change added. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { argumentsOf, newTextNames, oldTextNames, textArgument } from '../../scan/actions/call-arguments.ts'
import { type FileOperationKind, fileOperations } from '../../scan/actions/file-operations.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import type { Message } from '../../types.ts'
import { atomsIn } from './atoms.ts'
import type { Probe } from './probe.ts'

/** Maximum number of files of one directory in one question; the latest are asked for. */
const maxNames = 4

export function fileProbes(actions: readonly LocatedAction[]): readonly Probe[] {
  const groups = new Map<
    string,
    { operation: FileOperationKind; directory: string; names: Map<string, number> }
  >()
  for (const { action, message } of actions) {
    if (action.outcome !== 'ok') continue
    for (const { operation, path } of fileOperations(action)) {
      if (operation === 'read') continue
      const directory = directoryOf(path)
      const group = groups.get(`${operation} ${directory}`) ?? { operation, directory, names: new Map() }
      groups.set(`${operation} ${directory}`, group)
      const name = fileName(path)
      group.names.delete(name)
      group.names.set(name, message)
    }
  }
  return Array.from(groups.values(), ({ operation, directory, names }) => {
    const latest = [...names].slice(-maxNames)
    return {
      type: 'file',
      question: `Which ${latest.length > 1 ? 'files' : 'file'} in ${directory} did the agent ${asked[operation]}?`,
      keywords: latest.map(([name]) => name),
      critical: true,
      message: latest.at(-1)?.[1] ?? 0,
    }
  })
}

const asked: Readonly<Record<FileOperationKind, string>> = {
  created: 'create',
  read: 'read',
  modified: 'change',
  deleted: 'delete',
}

function directoryOf(path: string): string {
  const steps = path
    .split('/')
    .slice(0, -1)
    .filter(step => step !== '')
  return steps.length === 0 ? 'the working directory' : steps.slice(-2).join('/')
}

const maxTerms = 2

/** The names that the last edit of a file added. */
export function changeProbes(
  messages: readonly Message[],
  actions: readonly LocatedAction[],
): readonly Probe[] {
  const probes = new Map<string, Probe>()
  for (const { action, message, block } of actions.toReversed()) {
    const call = messages[message]?.blocks[block]
    if (action.type !== 'modify' || action.outcome !== 'ok' || call?.type !== 'toolCall') continue
    if (probes.has(action.path)) continue
    const args = argumentsOf(call)
    const before = atomsIn(textArgument(args, oldTextNames) ?? '')
    const brought = [...atomsIn(textArgument(args, newTextNames) ?? '')].flatMap(([atom, kind]) =>
      kind === 'identifier' && !before.has(atom) ? [atom] : [],
    )
    if (brought.length === 0) continue
    probes.set(action.path, {
      type: 'change',
      question: `What did the last change to ${action.path} bring?`,
      keywords: brought.slice(0, maxTerms),
      critical: false,
      message,
    })
  }
  return [...probes.values()].reverse()
}
