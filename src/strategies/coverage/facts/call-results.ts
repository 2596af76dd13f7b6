/** The results of the calls in a conversation. */
import { withLateResults } from '../../../scan/actions/late-results.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { taskNumber } from '../../../scan/actions/todo-items.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { locatedBlocks } from '../../../scan/located-blocks.ts'
import type { Message, Target, ToolResultBlock } from '../../../types.ts'

/** The final result of each call; for a command that kept running, the result after its end. */
export function callResults(messages: readonly Message[]): ReadonlyMap<string, ToolResultBlock> {
  const blocks = locatedBlocks(messages)
  const results = new Map<string, ToolResultBlock & Target>()
  for (const { type, own, message, block } of blocks)
    if (type === 'toolResult' && !results.has(own.callId)) results.set(own.callId, { ...own, message, block })
  return withLateResults(results, blocks)
}

/** The first message whose calls may still be answered: the first of the agent's last messages in a row. */
export function openFrom(messages: readonly Message[]): number {
  const isAnswer = ({ blocks }: Message): boolean => blocks.every(({ type }) => type === 'toolResult')
  let from = messages.findLastIndex(message => !isAnswer(message)) + 1
  while (messages[from - 1]?.role === 'assistant') from -= 1
  return from
}

/** Whether nothing shows that a call failed or was rejected. */
export function isApplied(result: ToolResultBlock | undefined): boolean {
  const { outcome } = outcomeOf(result)
  return outcome !== 'failed' && outcome !== 'rejected'
}

/** Calls that created or changed a task which is now done or cancelled. */
export function settledTasks(
  messages: readonly Message[],
  results: ReadonlyMap<string, ToolResultBlock>,
): ReadonlySet<string> {
  const calls: { readonly call: string; readonly task: string }[] = []
  const settled = new Map<string, boolean>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type !== 'toolCall') continue
      const [intent] = toolIntents(block)
      if (intent?.type !== 'todo' || intent.isWhole) continue
      for (const { id, state } of intent.items) {
        const task = id ?? taskNumber(results.get(block.callId)?.text ?? '')
        if (task === undefined) continue
        calls.push({ call: block.callId, task })
        settled.set(task, state === 'done' || state === 'cancelled')
      }
    }
  return new Set(calls.flatMap(({ call, task }) => (settled.get(task) === true ? [call] : [])))
}
