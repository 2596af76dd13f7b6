/** What a budget leaves for the history: system text and tools stay, and take nothing of any share. */
import type { Conversation } from './conversation.ts'

/** What digests get of a budget that is exceeded without them: a view says where the work is in any case. */
export const minDigests = 0.15

/** Tokens that shares are taken of where system text and tools leave fewer. */
const minRoom = 600

interface HistoryRoom {
  readonly tokens: number
  /** The share of the history. */
  readonly share: number
}

export function historyRoom(
  { tokens, systemAndToolTokens }: Pick<Conversation, 'tokens' | 'systemAndToolTokens'>,
  budget: number,
): HistoryRoom {
  const room = Math.max(budget - systemAndToolTokens, Math.min(budget * minDigests, minRoom))
  return { tokens: room, share: room / Math.max(1, tokens - systemAndToolTokens) }
}
