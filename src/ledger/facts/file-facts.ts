/** Facts about files: what was done to each, what that changed, and what a tool would not do. */
import type { Action } from '../../scan/actions/action.ts'
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { isPatch } from '../../scan/actions/apply-patch.ts'
import { commandOutput } from '../../scan/actions/command-output.ts'
import type { TextReplacement } from '../../scan/actions/edit-lines.ts'
import { fileOperations } from '../../scan/actions/file-operations.ts'
import { refusalLine } from '../../scan/actions/refusal-line.ts'
import { runDirectory } from '../../scan/actions/run-directory.ts'
import { commandLine } from '../../scan/actions/shell/command-line.ts'
import { editedPatterns } from '../../scan/actions/shell/edited-patterns.ts'
import { fileName, joinPath } from '../../scan/actions/shell/join-path.ts'
import { type ShellCommand, shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { writtenTexts } from '../../scan/actions/shell/written-texts.ts'
import type { Block } from '../../types.ts'
import type { Fact } from '../ledger.ts'
import { addFileLists } from './checklist-facts.ts'
import type { FactCollector } from './fact-collector.ts'
import { type CallChanges, changesOf, type FileChange, patchChanges, writtenChanges } from './file-changes.ts'

/** `actions`: what one call did. `call`: the block that asked for it. */
export function addFileFacts(
  collector: FactCollector,
  actions: readonly LocatedAction[],
  call: Block | undefined,
  isRefused: boolean,
): void {
  // A command that failed is reported as a command.
  const isTool = call?.type === 'toolCall' && actions[0]?.action.type !== 'run'
  const changes = isTool ? changesOf(call) : shellChanges(actions[0], call)
  addFileLists(collector, actions, changes?.sidesOf)
  const { answer } = actions[0] as LocatedAction
  // A reading behind the end of a file shows nothing of it.
  const isEmpty = answer !== undefined && commandOutput(answer.text).trim() === ''
  const failure =
    isTool && !isRefused && actions[0]?.action.outcome === 'failed'
      ? refusalLine(answer?.text ?? '')
      : undefined
  addPatternFacts(collector, actions, call)
  const isBlamed = blamedBy(failure, actions)
  for (const { message, block, action } of actions)
    for (const { operation, path, mayBeDirectory } of fileOperations(action)) {
      if (action.outcome !== 'failed') {
        const isChange = operation === 'modified' || operation === 'created'
        collector.add(
          { message, block },
          {
            section: 'files',
            kind: operation === 'created' ? 'wrote' : operation,
            about: path,
            by: 'assistant',
            ...(isChange && changes !== undefined ? changeFields(changes.changeOf(path)) : {}),
            ...(action.type === 'move' && operation === 'deleted' ? { text: `${movedTo}${action.to}` } : {}),
            ...(operation === 'modified' && isTakenBack(path, actions[0]?.action) ? { text: takenBack } : {}),
            ...(action.outcome === 'unknown' || (operation === 'read' && isEmpty)
              ? { isDoubtful: true }
              : {}),
            ...(mayBeDirectory === true ? { mayBeDirectory } : {}),
          },
        )
      } else if (
        operation !== 'read' &&
        call?.type === 'toolCall' &&
        failure !== undefined &&
        answer !== undefined &&
        isBlamed(path)
      )
        collector.add(answer, {
          section: 'errors',
          kind: 'refused',
          about: `${call.name} ${path}`,
          by: 'tool',
          text: failure,
        })
    }
}

/** For the deletion of what was moved, before the new path. */
export const movedTo = 'moved to '
/** For a file that git restored to its committed state. */
export const takenBack = 'taken back with git'
const maxRestore = 4000

/** `git checkout -- a.ts` writes the file as it was committed. */
function isTakenBack(path: string, run: Action | undefined): boolean {
  if (run?.type !== 'run') return false
  const restores = run.command.slice(0, maxRestore).matchAll(/\bgit (?:restore|checkout) ([^;&|\n]{1,2000})/g)
  return Array.from(restores).some(
    ([, operands = '']) => operands.includes(fileName(path)) && !/--(?:ours|theirs)\b/.test(operands),
  )
}

const editingProgram = /\b(?:sed|perl)\b/

/** Files that a command may have changed by a pattern. */
function addPatternFacts(
  collector: FactCollector,
  actions: readonly LocatedAction[],
  call: Block | undefined,
): void {
  const { message, block, action, answer } = actions[0] as LocatedAction
  if (action.type !== 'run' || action.outcome === 'failed' || action.outcome === 'rejected') return
  if (!action.command.includes('*') || !editingProgram.test(action.command)) return
  const directory = runDirectory(call, action.command, answer?.text)
  for (const about of new Set(shellCommands(action.command, directory).flatMap(editedPatterns)))
    collector.add(
      { message, block },
      { section: 'files', kind: 'modified', about, by: 'assistant', isDoubtful: true, isPattern: true },
    )
}

/** A patch of several files fails for the file that the tool names, or for all of them. */
function blamedBy(failure: string | undefined, actions: readonly LocatedAction[]): (path: string) => boolean {
  const isNamed = (path: string): boolean => failure?.includes(path) === true
  const isAnyNamed = actions.some(({ action }) => fileOperations(action).some(({ path }) => isNamed(path)))
  return isAnyNamed ? isNamed : () => true
}

/** A shell that is handed a patch, writes a text into a file, or replaces a name in one. */
function shellChanges(run: LocatedAction | undefined, call: Block | undefined): CallChanges | undefined {
  if (run?.action.type !== 'run') return undefined
  const { command } = run.action
  if (isPatch(command)) return patchChanges(command)
  const mayReplace = /\bsed\b/.test(command)
  if (!(mayReplace || command.includes('<<'))) return undefined
  const directory = runDirectory(call, command, run.answer?.text)
  const commands = shellCommands(command, directory)
  return writtenChanges(commands.flatMap(writtenTexts), path =>
    mayReplace ? literalReplacements(commands, path) : [],
  )
}

type ChangeFields = Pick<Fact, 'text' | 'changes' | 'lines' | 'replacements'>

function changeFields({ names, changes, lines, replacements }: FileChange): ChangeFields {
  return {
    ...(names.length === 0 ? {} : { text: names.join(', ') }),
    ...(changes.length === 0 ? {} : { changes }),
    ...(lines.length === 0 ? {} : { lines }),
    ...(replacements.length === 0 ? {} : { replacements }),
  }
}

/** Neither side has a sign that means something else to sed; shorter names may be part of any other. */
const substitution = /^s([/|#,@])([\w-]{4,200})\1([\w-]{1,200})\1g?$/
const programOptions: readonly string[] = ['e', 'expression']

/** Names that `sed -i 's/old/new/g' file` replaces, in order. `path`: as the command or its directory spells it out. */
function literalReplacements(commands: readonly ShellCommand[], path: string): readonly TextReplacement[] {
  return commands.flatMap(({ words, directory }) => {
    const [name, ...rest] = words
    if (fileName(name?.text ?? '') !== 'sed') return []
    const { operands, options } = commandLine(rest, programOptions)
    const isOfFile = operands.some(({ text }) => text !== '' && joinPath(directory, text) === path)
    if (!isOfFile || !(options.has('i') || options.has('in-place'))) return []
    return rest.flatMap(({ text, isDynamic }): readonly TextReplacement[] => {
      const [, , from, to] = (isDynamic ? null : substitution.exec(text)) ?? []
      return from === undefined || to === undefined ? [] : [{ from, to }]
    })
  })
}
