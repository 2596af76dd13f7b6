/** Tokens of blocks, messages and requests: texts by the counter, framing by documented rules. */
import type { Block, Framing, Message, TokenCounter } from '../types.ts'
import { countOpaque, countValue } from './opaque-tokens.ts'

/** Tokens of the content of a block, without framing. */
export function countBlock(block: Block, counter: TokenCounter): number {
  switch (block.type) {
    case 'text':
    case 'toolResult':
      return counter.count(block.text)
    case 'toolCall':
      return counter.count(block.name) + counter.count(block.text)
    case 'opaque':
      return countOpaque(block, counter)
  }
}

/** Tokens of a message with its framing, as one of several: without the priming of the reply. */
export function countMessage(message: Message, framing: Framing, counter: TokenCounter): number {
  return message.blocks.reduce(
    (tokens, block) => tokens + countBlock(block, counter),
    messageFraming(message, framing),
  )
}

/** Tokens of a whole conversation with its framing: the size that `inspect` reports. */
export function countMessages(messages: readonly Message[], framing: Framing, counter: TokenCounter): number {
  return messages.reduce((tokens, message) => tokens + countMessage(message, framing, counter), framing.reply)
}

/** The framing of a whole request: everything beside its blocks, system text and tools. */
export function countOverhead(messages: readonly Message[], framing: Framing): number {
  return messages.reduce((tokens, message) => tokens + messageFraming(message, framing), framing.reply)
}

function messageFraming({ blocks }: Message, framing: Framing): number {
  const calls = blocks.filter(({ type }) => type === 'toolCall').length
  // A result of several parts has several blocks but is framed once.
  const results = new Set(blocks.flatMap(block => (block.type === 'toolResult' ? [block.callId] : []))).size
  return framing.message + calls * framing.toolCall + results * framing.toolResult
}

/** Tool definitions as JSON text: what Anthropic and Gemini show the model, and more than OpenAI's rendering. */
export function countTools(tools: unknown, counter: TokenCounter): number {
  if (tools === undefined || tools === null || (Array.isArray(tools) && tools.length === 0)) return 0
  return countValue(tools, counter)
}

/** System text beside the messages: a string, or parts with a `text`. */
export function countSystem(system: unknown, counter: TokenCounter): number {
  return systemParts(system).reduce<number>((tokens, part) => {
    const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : part
    return tokens + (typeof text === 'string' ? counter.count(text) : countValue(text, counter))
  }, 0)
}

/** Anthropic: text or a list of blocks. Gemini: text, a list of parts, or `{ parts }`. */
function systemParts(system: unknown): readonly unknown[] {
  if (system === undefined || system === null) return []
  if (Array.isArray(system)) return system
  if (typeof system === 'object' && 'parts' in system && Array.isArray(system.parts)) return system.parts
  return [system]
}

export function historyCharacters(messages: readonly Message[]): number {
  let characters = 0
  for (const { blocks } of messages)
    for (const block of blocks) if (block.type !== 'opaque') characters += block.text.length
  return characters
}
