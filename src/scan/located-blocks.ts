/** The blocks of a conversation in one list, each with its place: every reader of a whole session goes over the same one. */
import type { Block, Message, Role, Target } from '../types.ts'

interface Place extends Target {
  readonly role: Role
}

export type LocatedBlock = {
  readonly [Type in Block['type']]: Place & {
    readonly type: Type
    readonly own: Extract<Block, { type: Type }>
  }
}[Block['type']]

const known = new WeakMap<readonly Message[], readonly LocatedBlock[]>()

/** In order. Listed once for each array of messages, which never changes. */
export function locatedBlocks(messages: readonly Message[]): readonly LocatedBlock[] {
  const found = known.get(messages)
  if (found !== undefined) return found
  const listed: LocatedBlock[] = []
  // Indices, as iterators over entries would be most of what reading a session allocates.
  for (let message = 0; message < messages.length; message += 1) {
    const { role, blocks } = messages[message] as Message
    for (let block = 0; block < blocks.length; block += 1) {
      const own = blocks[block] as Block
      listed.push({ message, block, role, type: own.type, own } as LocatedBlock)
    }
  }
  known.set(messages, listed)
  return listed
}
