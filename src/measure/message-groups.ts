/** Messages that no provider would take apart: a call and its result, the items of one step. */
import type { Message } from '../types.ts'
import { messageLinks } from './message-links.ts'

export interface MessageGroup {
  readonly first: number
  readonly last: number
}

/** The indices of the messages from `first` to `last`. */
export function indicesOf({ first, last }: MessageGroup): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** In order, without gaps. */
export function messageGroups(messages: readonly Message[]): readonly MessageGroup[] {
  const { until } = messageLinks(messages)
  const groups: MessageGroup[] = []
  let first = 0
  let openUntil = -1
  for (const [index, { role }] of messages.entries()) {
    openUntil = Math.max(openUntil, until[index] as number)
    const isStepGoingOn = role === 'assistant' && messages[index + 1]?.role === 'assistant'
    if (openUntil > index || isStepGoingOn) continue
    groups.push({ first, last: index })
    first = index + 1
  }
  return first < messages.length ? [...groups, { first, last: messages.length - 1 }] : groups
}

/** Messages that call tools which have not answered. */
export function openCalls(messages: readonly Message[]): ReadonlySet<number> {
  return messageLinks(messages).open
}
