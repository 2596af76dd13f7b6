/** What a call shows, as one name: the same for every reading of a file and for every run of a command. */
import type { ToolCallBlock } from '../../types.ts'
import { argumentsOf } from './call-arguments.ts'
import { directoryOf } from './call-command.ts'
import type { CallSource } from './source-of.ts'

/** `file src/a.ts`, `run npm test in packages/web`; other calls are the same where their arguments are. */
export function originOf(call: Pick<ToolCallBlock, 'name' | 'text'>, { path, command }: CallSource): string {
  if (path !== undefined) return `file ${path}`
  if (command === undefined) return `call ${call.name} ${call.text}`
  const directory = directoryOf(argumentsOf(call))
  return directory === undefined ? `run ${command}` : `run ${command} in ${directory}`
}

/** A run of the same command prints all of it anew; of a file, another reading may show another part. */
export function isRun(origin: string): boolean {
  return origin.startsWith('run ')
}
