/** Neutral messages in few words. */
import type { Block, Message } from '../../src/types.ts'

export const say = (role: Message['role'], ...blocks: Block[]): Message => ({ role, blocks })
export const text = (words: string): Block => ({ type: 'text', text: words, media: 'text' })
export const call = (callId: string, args: string): Block => ({
  type: 'toolCall',
  callId,
  name: 'ls',
  text: args,
  media: 'text',
})
export const result = (callId: string, words: string): Block => ({
  type: 'toolResult',
  callId,
  text: words,
  media: 'text',
})
