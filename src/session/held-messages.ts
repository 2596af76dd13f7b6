/** Messages that no epoch condenses: what its pass keeps to the letter. */
import type { CompressOptions } from '../options.ts'
import { messageGroups } from '../plan/coverage/message-groups.ts'
import type { Message, Role } from '../types.ts'

export type HeldOptions = Pick<CompressOptions, 'preserve' | 'pins'>

const preservedRoles: readonly Role[] = ['system', 'developer']

/**
 * The agent's latest step with its answers, the last words of the user, preserved roles and pins, each with what belongs
 * to it. `messages` are those of a history from number `from` on.
 */
export function heldMessages(
  messages: readonly Message[],
  from: number,
  { preserve = preservedRoles, pins = [] }: HeldOptions,
): readonly number[] {
  const pinned = new Set(pins)
  const groups = messageGroups(messages)
  const lastUser = messages.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.some(({ type }) => type === 'text'),
  )
  const isHeld = (index: number): boolean => {
    const { role, id } = messages[index] as Message
    return (
      preserve.includes(role) ||
      index === lastUser ||
      pinned.has(from + index) ||
      (id !== undefined && pinned.has(id))
    )
  }
  return groups.flatMap(({ first, last }, at) => {
    const own = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    return at === groups.length - 1 || own.some(isHeld) ? own.map(index => from + index) : []
  })
}
