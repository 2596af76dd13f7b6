/** What is in messages, as text: the one rendering that every metric reads. */
import type { Block, Message } from '../types.ts'

/** Arguments are read as the values they hold: `\n` in JSON is a line break, not the letter n; names of arguments are left out. */
export function blockText(block: Block): string {
  if (block.type === 'opaque') return ''
  if (block.type === 'toolCall') return `${block.name}\n${argumentText(block.text)}`
  return block.media === 'json' ? argumentText(block.text) : block.text
}

export function messageText({ blocks }: Message): string {
  return blocks.map(blockText).join('\n')
}

export function conversationText(messages: readonly Message[]): string {
  return messages.map(messageText).join('\n')
}

/** What the agent itself said and asked its tools, without what it read. Names of tools are left out: every request has them. */
export function agentText({ role, blocks }: Message): string {
  const own = blocks.flatMap(block => {
    if (block.type === 'toolCall') return [argumentText(block.text)]
    return block.type === 'text' && role === 'assistant' ? [block.text] : []
  })
  return own.join('\n')
}

/** What users and tools said to the agent. */
export function heardText({ role, blocks }: Message): string {
  const heard = blocks.filter(
    ({ type }) => type === 'toolResult' || (type === 'text' && role !== 'assistant'),
  )
  return heard.map(blockText).join('\n')
}

function argumentText(text: string): string {
  try {
    const lines: string[] = []
    addValues(JSON.parse(text), lines, 0)
    return lines.join('\n')
  } catch {
    return text
  }
}

const maxDepth = 64

function addValues(value: unknown, lines: string[], depth: number): void {
  if (typeof value !== 'object' || value === null) {
    if (value !== null) lines.push(String(value))
  } else if (depth < maxDepth) for (const entry of Object.values(value)) addValues(entry, lines, depth + 1)
}
