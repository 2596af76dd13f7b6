/** As of which message the head of a view is true, and whether the last request was answered. */
import { handsIn } from '../../scan/actions/hands-in.ts'
import { typedTexts } from '../../scan/speakers/typed-texts.ts'
import { isWithdrawal } from '../../scan/withdrawal.ts'
import type { Message } from '../../types.ts'
import { isEnd, isTyped } from './digest/view-part.ts'

/**
 * `State at #247: request #93 is being worked on`; `numbers` are those of the messages, and of the one that would come next.
 * A request that the user took back with the next message is named as such, and the one before it is in force again.
 */
export function stateLine(messages: readonly Message[], numbers: readonly number[]): string {
  const place = `State at #${(numbers.at(-1) as number) - 1}`
  const last = lastTyped(messages, messages.length)
  const withdrawn = isWithdrawalAt(messages, last) ? lastTyped(messages, last) : -1
  if (withdrawn < 0)
    return last < 0 ? place : `${place}: ${requestState(messages, last, numbers, messages.length - 1)}`
  const before = lastTyped(messages, withdrawn)
  const taken = `#${numbers[last]} takes back request #${numbers[withdrawn]}`
  if (before < 0) return `${place}: ${taken}`
  return `${place}: ${requestState(messages, before, numbers, withdrawn - 1)}; ${taken}`
}

/** `end`: the last message before something else was asked for. */
function requestState(
  messages: readonly Message[],
  request: number,
  numbers: readonly number[],
  end: number,
): string {
  // What nobody can read shows no work.
  const isBegun = messages
    .slice(request + 1)
    .some(({ role, blocks }) => role === 'assistant' && blocks.some(({ type }) => type !== 'opaque'))
  const isAnswered = isEnd(messages, end) || handsIn(messages, end)
  const state = !isBegun ? 'not begun' : isAnswered ? 'answered' : 'being worked on'
  return `request #${numbers[request]} is ${state}`
}

/** The last message before `end` that a person typed something in; -1 where there is none. */
function lastTyped(messages: readonly Message[], end: number): number {
  return messages.slice(0, end).findLastIndex((_, at) => isTyped(messages, at))
}

function isWithdrawalAt(messages: readonly Message[], message: number): boolean {
  const blocks = messages[message]?.blocks ?? []
  const typed = blocks.flatMap((_, block) => typedTexts(messages, { message, block }))
  return isWithdrawal(typed.join('\n'))
}
