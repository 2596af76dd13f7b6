/** Messages as one text: for a model to summarize, and to look up what they say. */
import type { Block, Message } from '../types.ts'

/** Long outputs of tools say what matters at their beginning and at their end. */
const maxOutputLength = 2000

export function transcriptText(messages: readonly Message[]): string {
  return messages
    .flatMap(({ role, blocks }) =>
      blocks.flatMap(block =>
        block.type === 'opaque' ? [] : [`${speakerOf(role, block)}: ${shortened(block)}`],
      ),
    )
    .join('\n\n')
    .toWellFormed()
}

function speakerOf(role: Message['role'], block: Block): string {
  if (block.type === 'toolCall') return `call of ${block.name}`
  return block.type === 'toolResult' ? 'result' : role
}

function shortened({ type, text }: Exclude<Block, { type: 'opaque' }>): string {
  if (type === 'text' || text.length <= maxOutputLength) return text
  return `${text.slice(0, maxOutputLength / 2)}\n…\n${text.slice(-maxOutputLength / 2)}`
}
