/** Messages as a reader of the exam gets them: every speaker named, calls and results as they are. */
import type { Block, Message } from '../../src/types.ts'

export function shownView(messages: readonly Message[]): string {
  return messages.flatMap(({ role, blocks }) => blocks.flatMap(block => shownBlock(role, block))).join('\n\n')
}

function shownBlock(role: string, block: Block): readonly string[] {
  if (block.type === 'opaque') return []
  if (block.type === 'toolCall') return [`[${role} calls ${block.name}]\n${block.text}`]
  return [`[${block.type === 'toolResult' ? 'tool result' : role}]\n${block.text}`]
}
