/** Gives each call a unique identifier: some servers restart their numbers in every turn. */
import type { Block, Message, ToolCallBlock } from '../types.ts'

/** The calls of the latest message that uses an identifier, and how many results came. */
interface Sharing {
  readonly message: number
  /** The text of the first call. */
  readonly text: string
  readonly ids: string[]
  answers: number
}

/** The same array where no two calls share an identifier. */
export function distinctCalls(messages: readonly Message[]): readonly Message[] {
  if (!hasShared(messages)) return messages
  const taken = new Set<string>()
  const uses = new Map<string, number>()
  const latest = new Map<string, Sharing>()
  return messages.map((message, at) => {
    const ids = message.blocks.map(block => idOf(block, at))
    const isSame = message.blocks.every((block, index) => !hasId(block) || block.callId === ids[index])
    if (isSame) return message
    const blocks = message.blocks.map((block, index) =>
      hasId(block) ? { ...block, callId: ids[index] as string } : block,
    )
    return { ...message, blocks }
  })

  function idOf(block: Block, message: number): string {
    if (block.type === 'toolCall') return ownId(block, message)
    const shared = block.type === 'toolResult' ? latest.get(block.callId) : undefined
    if (shared === undefined) return hasId(block) ? block.callId : ''
    const { ids } = shared
    // Further results are parts of the last call's answer.
    const id = ids[Math.min(shared.answers, ids.length - 1)] as string
    shared.answers += 1
    return id
  }

  function ownId({ callId: given, text }: ToolCallBlock, message: number): string {
    const shared = latest.get(given)
    const isWithin = shared?.message === message
    // Some transcripts write a call twice.
    if (shared !== undefined && !isWithin && shared.answers === 0 && shared.text === text)
      return shared.ids[0] as string
    let id = given
    let count = uses.get(given) ?? 0
    while (taken.has(id)) {
      count += 1
      id = `${given}~${count + 1}`
    }
    taken.add(id)
    uses.set(given, count)
    if (isWithin) shared.ids.push(id)
    else latest.set(given, { message, text, ids: [id], answers: 0 })
    return id
  }
}

function hasShared(messages: readonly Message[]): boolean {
  const known = new Set<string>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type !== 'toolCall') continue
      if (known.has(block.callId)) return true
      known.add(block.callId)
    }
  return false
}

function hasId(block: Block): block is Extract<Block, { readonly callId: string }> {
  return block.type === 'toolCall' || block.type === 'toolResult'
}
