/** Where a command began to run: as its call says, or as a shell that keeps its directory prints it below the output. */
import type { Block, ToolCallBlock } from '../../types.ts'
import { argumentsOf } from './call-arguments.ts'
import { directoryOf } from './call-command.ts'
import { directoryAfter } from './shell/shell-commands.ts'

/** `answer`: of the call; absent where nothing came back. `undefined` where nothing says it. */
export function runDirectory(
  call: Block | Pick<ToolCallBlock, 'text'> | undefined,
  command: string,
  answer: string | undefined,
): string | undefined {
  const given = call !== undefined && hasArguments(call) ? directoryOf(argumentsOf(call)) : undefined
  if (given !== undefined || answer === undefined) return given
  const end = printedDirectory(answer)
  return end === undefined ? undefined : directoryBefore(command, end)
}

/** A call that is written into the words of an agent has none of its own. */
function hasArguments(call: Block | Pick<ToolCallBlock, 'text'>): call is Pick<ToolCallBlock, 'text'> {
  return !('type' in call) || call.type === 'toolCall'
}

const edge = 600
/** `(Current directory: /repo)`, `[Current working directory: /repo]` */
const inFrame = /^[([]Current (?:working )?directory: (\/[^\n)\]]{0,500})[)\]]$/gm
/** `root@1a2b:/repo $` */
const inPrompt = /(?:^|\n)[\w.-]{1,40}@[\w.-]{1,80}:(\/[^\n$#]{0,400})[$#]\s{0,4}$/

/** The directory of the shell when the command was over. */
function printedDirectory(answer: string): string | undefined {
  const end = answer.slice(-edge)
  if (end.includes('irectory: /')) return [...end.matchAll(inFrame)].at(-1)?.[1]
  return end.includes('@') ? inPrompt.exec(end)?.[1]?.trimEnd() : undefined
}

/** No command goes there. */
const start = '/\0'

/** `cd app && ls` that ends in `/w/app` began in `/w`; `undefined` where the script does not say how it got there. */
function directoryBefore(command: string, end: string): string | undefined {
  const after = directoryAfter(command, start)
  if (after === start) return end
  const moved = after?.startsWith(`${start}/`) === true ? after.slice(start.length) : undefined
  return moved !== undefined && end.endsWith(moved) ? end.slice(0, -moved.length) || '/' : undefined
}
