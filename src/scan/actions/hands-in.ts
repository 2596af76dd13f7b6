/** Whether the work was handed in: the last thing that some agents do is to call a tool for it. */
import type { Message, ToolCallBlock, ToolResultBlock } from '../../types.ts'

/** `submit` of SWE-agent, `finish` of OpenHands, `attempt_completion` of Cline, `complete_task` of Gemini CLI. */
const tool = /^(?:submit|finish|attempt_completion|complete_task|task_complete)$/
/** Cline hands on what the user thinks of it. */
const feedback = /<feedback>|\bprovided feedback\b/

/** A message with such a call or its answer; what the tool refused was not handed in. */
export function handsIn(messages: readonly Message[], at: number): boolean {
  const message = messages[at]
  const asking = message?.role === 'assistant' ? message : messages[at - 1]
  const call = asking?.role === 'assistant' ? asking.blocks.findLast(isCall) : undefined
  if (message === undefined || call === undefined || !tool.test(call.name)) return false
  if (message === asking) return true
  const answer = message.blocks.filter(isResult).find(({ callId }) => callId === call.callId)
  return answer !== undefined && answer.isError !== true && !feedback.test(answer.text.slice(0, 400))
}

function isCall(block: Message['blocks'][number]): block is ToolCallBlock {
  return block.type === 'toolCall'
}

function isResult(block: Message['blocks'][number]): block is ToolResultBlock {
  return block.type === 'toolResult'
}
