/** What a simple shell command does to files, by its name and its redirections. */
import type { Intent } from '../action.ts'
import { commandLine } from './command-operands.ts'
import { isFile } from './command-readings.ts'
import { fileName, joinPath } from './join-path.ts'
import { knownCommands } from './known-commands.ts'
import type { ShellCommand } from './shell-commands.ts'
import type { Redirection } from './shell-tokens.ts'

/** Only what the words alone say for certain; a path with an expansion or a pattern in it says nothing. */
export function shellIntents(command: ShellCommand): readonly Intent[] {
  const [name, ...rest] = command.words
  const known = name === undefined ? undefined : knownCommands.get(fileName(name.text))
  const done = known?.read(commandLine(rest, known.withValue), command) ?? []
  return [...done, ...command.redirections.flatMap(redirection => written(redirection, command))]
}

function written(
  { operator, target, descriptor }: Redirection,
  { directory }: ShellCommand,
): readonly Intent[] {
  if (descriptor === 2 || !isFile(target)) return []
  if (operator === '>' || operator === '>|')
    return [{ type: 'create', path: joinPath(directory, target.text) }]
  if (operator === '>>') return [{ type: 'modify', path: joinPath(directory, target.text) }]
  return []
}
