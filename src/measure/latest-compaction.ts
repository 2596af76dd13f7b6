/** Where the provider keeps what it has compacted itself: only the provider can read it, so that no digest says any of it. */
import type { Message } from '../types.ts'

/** The latest one contains those before it. A request to compact (`compaction_trigger`) is the caller's, and none. */
export function latestCompaction(messages: readonly Message[]): number | undefined {
  const index = messages.findLastIndex(
    ({ role, blocks }) =>
      role === 'assistant' && blocks.some(block => block.type === 'opaque' && block.kind === 'compaction'),
  )
  return index < 0 ? undefined : index
}
