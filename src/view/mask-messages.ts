/** Messages with a placeholder in place of everything that is shaped like a credential. */
import { findSecrets, maskSecrets } from '../scan/secrets/secrets.ts'
import { isImmutable } from '../tokens/immutable.ts'
import { reasoningText } from '../tokens/reasoning-text.ts'
import type { Message, OpaqueBlock } from '../types.ts'

/**
 * A message without a secret is the same object, and so is a list without any, so that what was read of all its messages is
 * known; of a message whose reasoning has one, the spoken text is left.
 */
export function maskMessages(messages: readonly Message[]): readonly Message[] {
  const shown = messages.map(message => {
    if (!isImmutable(message)) return maskMessage(message)
    const known = masked.get(message) ?? maskMessage(message)
    masked.set(message, known)
    return known
  })
  return shown.some((message, at) => message !== messages[at]) ? shown : messages
}

/** The messages of a session are the same objects with each of its views. */
const masked = new WeakMap<Message, Message>()

function maskMessage(message: Message): Message {
  const blocks = message.blocks.map(block => {
    const text = block.type === 'opaque' ? thoughtIn(block) : block.text
    const secrets = findSecrets(text)
    if (secrets.length === 0) return block
    const hidden = maskSecrets(text, secrets)
    return block.type === 'opaque' ? { ...block, value: { text: hidden } } : { ...block, text: hidden }
  })
  return blocks.some((block, at) => block !== message.blocks[at]) ? { ...message, blocks } : message
}

function thoughtIn(block: OpaqueBlock): string {
  return block.kind === 'reasoning' ? reasoningText(block).spoken : ''
}
