/** Messages of a conversation that one thread reads: enough to be worth a message between threads, few enough to share out. */
import type { Settings } from '../settings/settings.ts'
import type { Block, Message } from '../types.ts'

export interface ReadingBatch extends Pick<Settings, 'strategy' | 'secrets'> {
  readonly messages: readonly Message[]
}

export function charactersIn(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { blocks }) => sum + blocks.reduce((all, block) => all + lengthOf(block), 0),
    0,
  )
}

function lengthOf(block: Block): number {
  return block.type === 'opaque' ? 0 : block.text.length
}

/** In a row, each of so many characters or a little more; a call and its answer are read together. */
export function messageRuns(
  messages: readonly Message[],
  characters: number,
): readonly (readonly Message[])[] {
  const runs: Message[][] = []
  const open = new Set<string>()
  let run: Message[] = []
  let length = 0
  for (const message of messages) {
    run.push(message)
    length += charactersIn([message])
    for (const block of message.blocks) {
      if (block.type === 'toolCall') open.add(block.callId)
      if (block.type === 'toolResult') open.delete(block.callId)
    }
    if (length < characters || open.size > 0) continue
    runs.push(run)
    run = []
    length = 0
  }
  return run.length === 0 ? runs : [...runs, run]
}

/** Without what nobody reads: images are large, and what a provider keeps in a block may be no plain data. */
export function withoutOpaque(messages: readonly Message[]): readonly Message[] {
  return messages.map(({ role, blocks }) => ({
    role,
    blocks: blocks.filter(({ type }) => type !== 'opaque'),
  }))
}
