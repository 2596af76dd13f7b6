/** Whether a person typed a message while the agent was at work: it adds to the request. */
import { withdrawsLast } from '../../../scan/withdrawal.ts'
import type { Message } from '../../../types.ts'
import { requestTexts } from '../facts/view-part.ts'
import { stopsWork } from './stops-work.ts'
import { isForAgent, isWithdrawalAt, partsAt } from './typed-requests.ts'

/** A longer text, a pasted plan or the prompt of a command is a request of its own. */
const maxLength = 600

/**
 * The calls before it have their results, and the agent said nothing after them. Who stops the agent between calls asks for
 * something else; who rejects or stops a call says how to go on.
 */
export function isInterjection(messages: readonly Message[], message: number): boolean {
  if (isOfItsOwn(messages, message)) return false
  const answered = new Set<string>()
  let isStopped = false
  let isCallStopped = false
  for (let at = message; at >= 0; at -= 1) {
    const { role, blocks } = messages[at] as Message
    if (role === 'assistant') {
      const last = blocks.findLast(({ type }) => type !== 'opaque')
      if (last === undefined) continue
      const goesOn = isCallStopped || !isStopped
      return (
        goesOn &&
        last.type === 'toolCall' &&
        isCalledBefore(messages, at, answered) &&
        hasRequest(messages, at)
      )
    }
    if (at < message && isWithdrawalAt(messages, at)) return false
    for (const block of blocks) {
      if (block.type === 'toolResult') answered.add(block.callId)
      if (!stopsWork(block)) continue
      isStopped = true
      isCallStopped ||= block.type === 'toolResult'
    }
  }
  return false
}

function isOfItsOwn(messages: readonly Message[], message: number): boolean {
  if (!isForAgent(messages, message) || isWithdrawalAt(messages, message)) return true
  const said = requestTexts(messages, message).join('\n').trim()
  return (
    said.length > maxLength ||
    command.test(said) ||
    withdrawsLast(said) ||
    partsAt(messages, message).some(({ kind }) => kind === 'command' || kind === 'quotedAgent')
  )
}

/** `/review src` */
const command = /^\/[\w:-]{1,60}(?:\s|$)/

/** Whether each call of the message, and of those of the agent right before it, has its result. */
function isCalledBefore(messages: readonly Message[], end: number, answered: ReadonlySet<string>): boolean {
  for (let at = end; messages[at]?.role === 'assistant'; at -= 1)
    for (const block of (messages[at] as Message).blocks)
      if (block.type === 'toolCall' && !answered.has(block.callId)) return false
  return true
}

function hasRequest(messages: readonly Message[], end: number): boolean {
  const first = messages.findIndex((_, at) => isForAgent(messages, at))
  return first >= 0 && first < end
}
