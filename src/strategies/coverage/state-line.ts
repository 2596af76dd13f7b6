/** As of which message the head of a view is true, and whether the last request was answered. */
import type { Message } from '../../types.ts'
import { isEnd, isTyped } from './digest/view-part.ts'

/** `State at #247: request #93 is being worked on`; `numbers` are those of the messages, and of the one that would come next. */
export function stateLine(messages: readonly Message[], numbers: readonly number[]): string {
  const place = `State at #${(numbers.at(-1) as number) - 1}`
  const request = messages.findLastIndex((_, at) => isTyped(messages, at))
  if (request < 0) return place
  // What nobody can read shows no work.
  const isBegun = messages
    .slice(request + 1)
    .some(({ role, blocks }) => role === 'assistant' && blocks.some(({ type }) => type !== 'opaque'))
  const state = !isBegun ? 'not begun' : isEnd(messages.at(-1)) ? 'answered' : 'being worked on'
  return `${place}: request #${numbers[request]} is ${state}`
}
