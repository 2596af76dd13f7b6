/** The shell command of a tool call as one text, from a string, a list of words, or a list of commands. */
import type { ToolCallBlock } from '../../types.ts'
import {
  argumentsOf,
  type CallArguments,
  commandNames,
  entryArguments,
  listArgument,
  textArgument,
} from './call-arguments.ts'
import { scriptIn } from './shell/shell-commands.ts'
import { shellQuoted } from './shell/shell-quoted.ts'
import { toolPurpose } from './tool-verb.ts'

/** `undefined` where the call runs no command. */
export function commandOf(call: Pick<ToolCallBlock, 'name' | 'text'>): string | undefined {
  const purpose = toolPurpose(call.name)
  if (purpose?.verb !== 'run') return undefined
  const args = argumentsOf(call)
  const named = textArgument(args, commandNames) ?? listedCommand(args)
  return named ?? (purpose.isKnown ? freeCommand(args) : undefined)
}

/** The directory that it runs in, where the call names one. */
export function directoryOf(args: CallArguments): string | undefined {
  return textArgument(args, ['workdir', 'cwd', 'directory', 'working_directory', 'dir_path', 'Cwd'])
}

function listedCommand(args: CallArguments): string | undefined {
  const action = entryArguments(args['action'])
  const words = [...listArgument(args, commandNames), ...listArgument(action, commandNames)]
  if (words.length > 0) return wordsAsCommand(words.filter(word => typeof word === 'string'))
  const commands = listArgument(args, ['commands']).map(entry =>
    typeof entry === 'string' ? entry : textArgument(entryArguments(entry), commandNames),
  )
  const lines = commands.filter(command => command !== undefined)
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** A tool that takes any text is a shell that was handed its command. */
function freeCommand(args: CallArguments): string | undefined {
  const { input } = args
  if (typeof input === 'string' && input !== '') return input
  return Array.isArray(input) ? wordsAsCommand(input.filter(word => typeof word === 'string')) : undefined
}

/** `["bash", "-lc", "npm test"]` → `npm test`; other lists as one would type them in a shell. */
function wordsAsCommand(words: readonly string[]): string {
  return scriptIn(words) ?? words.map(shellQuoted).join(' ')
}
