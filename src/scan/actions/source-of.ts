/** Where a tool's answer came from: the tool, the command that printed it, the file or address that it shows. */
import { present } from '../../tokens/json-value.ts'
import type { ToolCallBlock } from '../../types.ts'
import type { Intent } from './action.ts'
import { argumentsOf, pathNames, textArgument, urlNames } from './call-arguments.ts'
import { commandOf, directoryOf } from './call-command.ts'
import { type NamedCall, rememberedCall } from './remembered-call.ts'
import { shellCommands } from './shell/shell-commands.ts'
import { shellIntents } from './shell/shell-intents.ts'
import { toolIntents } from './tool-intents.ts'
import { toolPurpose } from './tool-verb.ts'

export interface CallSource {
  readonly tool: string
  readonly command?: string
  readonly path?: string
}

export const sourceOf: (call: NamedCall) => CallSource = rememberedCall(readSource, 'source')

function readSource(call: NamedCall): CallSource {
  const command = commandOf(call)
  const path = command === undefined ? shownPath(call) : printedPath(command, call)
  return { tool: call.name, ...present({ command, path }) }
}

function shownPath(call: NamedCall): string | undefined {
  const verb = toolPurpose(call.name)?.verb
  if (verb === undefined || verb === 'search' || verb === 'list') return undefined
  const args = argumentsOf(call)
  return verb === 'fetch'
    ? textArgument(args, urlNames)
    : (textArgument(args, pathNames) ?? onlyPath(toolIntents(call)))
}

/** `{"files": [{"path": "a.ts"}]}`: that of a list of one. */
function onlyPath([first, ...others]: readonly Intent[]): string | undefined {
  return first?.type === 'read' && others.length === 0 ? first.path : undefined
}

/** The one file that a command prints, where it does nothing else: `cd packages && sed -n 1,80p a.ts`. */
function printedPath(command: string, call: Pick<ToolCallBlock, 'text'>): string | undefined {
  const commands = shellCommands(command, directoryOf(argumentsOf(call))).filter(
    ({ words }) => words[0]?.text !== 'cd',
  )
  const [first] = commands
  const isOnlyCut = commands.slice(1).every(({ joint, words }) => joint === '|' && isCut(words[0]?.text))
  if (first === undefined || !isOnlyCut) return undefined
  const [shown, ...others] = shellIntents(first)
  return shown?.type === 'read' && others.length === 0 ? shown.path : undefined
}

function isCut(name: string | undefined): boolean {
  return name === 'head' || name === 'tail' || name === 'sed' || name === 'nl' || name === 'cat'
}

/** `file src/a.ts`, `run npm test in packages/web`; other calls are the same where their arguments are. */
export function originOf(call: Pick<ToolCallBlock, 'name' | 'text'>, { path, command }: CallSource): string {
  if (path !== undefined) return `file ${path}`
  if (command === undefined) return `call ${call.name} ${call.text}`
  const directory = directoryOf(argumentsOf(call))
  return directory === undefined ? `run ${command}` : `run ${command} in ${directory}`
}

/** Whether it is what a file or an address holds. */
export function isFileOrigin(origin: string): boolean {
  return origin.startsWith('file ')
}

/** The same command prints all of its output again; another read of a file may show another part. */
export function isRunOrigin(origin: string): boolean {
  return origin.startsWith('run ')
}
