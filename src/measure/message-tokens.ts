/** Placeholder: the owner of the token files replaces this whole file. */
import type { Block, FormatName, Message, TokenCounter } from '../types.ts'

export function countBlock(block: Block, counter: TokenCounter): number {
  if (block.type === 'opaque') return counter.count(JSON.stringify(block.value) ?? '')
  return counter.count(block.text) + (block.type === 'toolCall' ? counter.count(block.name) : 0)
}
export function countOverhead(messages: readonly Message[], _format: FormatName): number {
  return messages.length * 3 + 3
}
export function countTools(tools: unknown, counter: TokenCounter): number {
  return tools === undefined ? 0 : counter.count(JSON.stringify(tools))
}
export function countSystem(system: unknown, counter: TokenCounter): number {
  return system === undefined
    ? 0
    : counter.count(typeof system === 'string' ? system : JSON.stringify(system))
}
