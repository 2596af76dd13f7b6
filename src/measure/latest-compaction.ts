/** The provider's own compaction: only the provider can read it, so that no digest can show its content. */
import type { Message } from '../types.ts'

/** The latest one contains those before it. A request to compact (`compaction_trigger`) comes from the caller and is not one. */
export function latestCompaction(messages: readonly Message[]): number | undefined {
  const index = messages.findLastIndex(
    ({ role, blocks }) =>
      role === 'assistant' && blocks.some(block => block.type === 'opaque' && block.kind === 'compaction'),
  )
  return index < 0 ? undefined : index
}
