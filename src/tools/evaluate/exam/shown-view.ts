/** A view as a reader of the exam gets it. */
import type { Block, Message } from '../../../types.ts'

/** One text needs no speaker; otherwise every speaker is named, calls and results as they are. */
export function shownView(messages: readonly Message[]): string {
  const [only, ...others] = messages
  const block = only?.blocks[0]
  if (others.length === 0 && only?.blocks.length === 1 && block?.type === 'text') return block.text
  return messages.flatMap(({ role, blocks }) => blocks.flatMap(each => shownBlock(role, each))).join('\n\n')
}

function shownBlock(role: string, block: Block): readonly string[] {
  if (block.type === 'opaque') return []
  if (block.type === 'toolCall') return [`[${role} calls ${block.name}]\n${block.text}`]
  return [`[${block.type === 'toolResult' ? 'tool result' : role}]\n${block.text}`]
}
