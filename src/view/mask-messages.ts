/** Messages with a placeholder in place of everything that is shaped like a credential. */
import { findSecrets, maskSecrets } from '../scan/secrets/secrets.ts'
import type { Message } from '../types.ts'

/** A message without a secret is the same object. */
export function maskMessages(messages: readonly Message[]): readonly Message[] {
  return messages.map(message => {
    const blocks = message.blocks.map(block => {
      if (block.type === 'opaque') return block
      const secrets = findSecrets(block.text)
      return secrets.length === 0 ? block : { ...block, text: maskSecrets(block.text, secrets) }
    })
    return blocks.some((block, at) => block !== message.blocks[at]) ? { ...message, blocks } : message
  })
}
