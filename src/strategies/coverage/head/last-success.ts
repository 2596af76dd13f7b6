/** The message whose calls did something and succeeded, where their results are the newest that is known. */
import { commandOf } from '../../../scan/actions/call-command.ts'
import { isReadOnly } from '../../../scan/actions/is-read-only.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import type { Message, ToolCallBlock } from '../../../types.ts'

/** -1 where the message `end` has no results, one of them may have failed, or all calls only read. */
export function lastSuccess(messages: readonly Message[], end: number): number {
  const results = new Map(
    messages[end]?.blocks.flatMap(block =>
      block.type === 'toolResult' ? [[block.callId, block] as const] : [],
    ),
  )
  const { role, blocks } = messages[end - 1] ?? { role: 'user', blocks: [] }
  const calls = blocks.filter(block => block.type === 'toolCall')
  if (role !== 'assistant' || results.size === 0 || calls.every(isReadOnly)) return -1
  const hasSucceeded = (call: ToolCallBlock): boolean =>
    outcomeOf(results.get(call.callId)).outcome === 'ok' && saysItsOutcome(call)
  return calls.every(hasSucceeded) ? end - 1 : -1
}

/** `npm test | tail`, `make; ls`: the last command succeeded, whatever became of the others. A check says itself how it ended. */
function saysItsOutcome(call: ToolCallBlock): boolean {
  const command = commandOf(call)
  if (command === undefined) return true
  return (
    !readCheck(command).isCheck && shellCommands(command).every(({ joint }, at) => at === 0 || joint === '&&')
  )
}
