/** Messages that no provider would take apart: a call and its result, the items of one step. */
import type { Message } from '../../types.ts'

export interface MessageGroup {
  readonly first: number
  readonly last: number
}

/** In order, without gaps. */
export function messageGroups(messages: readonly Message[]): readonly MessageGroup[] {
  const answeredAt = new Map<string, number>()
  for (const [index, { blocks }] of messages.entries())
    for (const block of blocks) if (block.type === 'toolResult') answeredAt.set(block.callId, index)
  const groups: MessageGroup[] = []
  let first = 0
  let openUntil = -1
  for (const [index, { role, blocks }] of messages.entries()) {
    for (const block of blocks)
      if (block.type === 'toolCall') openUntil = Math.max(openUntil, answeredAt.get(block.callId) ?? -1)
    const isStepGoingOn = role === 'assistant' && messages[index + 1]?.role === 'assistant'
    if (openUntil > index || isStepGoingOn) continue
    groups.push({ first, last: index })
    first = index + 1
  }
  return first < messages.length ? [...groups, { first, last: messages.length - 1 }] : groups
}

/** Messages that call tools which have not answered. */
export function openCalls(messages: readonly Message[]): ReadonlySet<number> {
  const answered = new Set(
    messages.flatMap(({ blocks }) =>
      blocks.flatMap(block => (block.type === 'toolResult' ? [block.callId] : [])),
    ),
  )
  return new Set(
    messages.flatMap(({ blocks }, index) =>
      blocks.some(block => block.type === 'toolCall' && !answered.has(block.callId)) ? [index] : [],
    ),
  )
}
