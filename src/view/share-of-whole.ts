/** A budget that is a share, in tokens: a share of the conversation before any earlier round, so that it does not compound. */
import type { Settings } from '../options.ts'
import { budgetTokens } from '../resolve-options.ts'
import type { View } from '../store/store.ts'
import { type Conversation, readConversation } from './conversation.ts'

/** Whether the store of the caller may know how large the conversation was. Without one, a share is of what is given. */
export function isShareOfView(
  { blocks }: Conversation,
  views: ReadonlyMap<string, View>,
  { budget, partition, store }: Settings,
): boolean {
  // The goal of a partition is no budget of the caller's.
  if (budget === undefined || !('share' in budget) || partition.goal !== undefined) return false
  return store !== undefined && blocks.some(({ hash, compressed }) => compressed || views.has(hash ?? ''))
}

/** `restored`: the messages with every original that the store can bring back in its place. */
export function withShareOf(restored: readonly unknown[], settings: Settings): Settings {
  if (settings.budget === undefined) return settings
  const { tokens } = readConversation(restored, settings)
  return { ...settings, budget: { tokens: Math.max(1, budgetTokens(settings.budget, tokens)) } }
}
