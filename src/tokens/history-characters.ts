/** How long a history is, before anything of it is counted in tokens. */
import type { Message } from '../types.ts'

/** Characters of all its texts. */
export function historyCharacters(messages: readonly Message[]): number {
  let characters = 0
  for (const { blocks } of messages)
    for (const block of blocks) if (block.type !== 'opaque') characters += block.text.length
  return characters
}
