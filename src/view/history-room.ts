/** What a budget leaves for the history: system text and tools stay, and take nothing of any share. */
import type { Conversation } from './conversation.ts'

/** What digests get of a budget that is exceeded without them: a view says where the work is in any case. */
export const minDigests = 0.15

export interface HistoryRoom {
  readonly tokens: number
  /** Of the history. */
  readonly share: number
}

export function historyRoom(
  { tokens, systemAndToolTokens }: Pick<Conversation, 'tokens' | 'systemAndToolTokens'>,
  budget: number,
): HistoryRoom {
  const left = budget - systemAndToolTokens
  const room = left > 0 ? left : budget * minDigests
  return { tokens: room, share: room / Math.max(1, tokens - systemAndToolTokens) }
}
