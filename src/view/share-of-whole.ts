/** A budget that is a share, in tokens: a share of the conversation before any earlier round, so that it does not compound. */
import type { Settings } from '../settings/settings.ts'
import type { View } from '../store/store.ts'
import type { Conversation } from './conversation.ts'

/** Whether the store of the caller may know how large the conversation was. Without one, a share is of what is given. */
export function isShareOfView(
  { blocks }: Conversation,
  views: ReadonlyMap<string, View>,
  settings: Settings,
): boolean {
  if (shareOf(settings) === undefined || settings.store === undefined) return false
  return blocks.some(({ hash, compressed }) => compressed || views.has(hash ?? ''))
}

/** `whole`: the conversation with every original that the store can bring back in its place. */
export function withBudgetInTokens(whole: Conversation, settings: Settings): Settings {
  const part = shareOf(settings)
  if (part === undefined) return settings
  const { systemAndToolTokens } = whole
  const compressible = whole.tokens - systemAndToolTokens
  const tokens = Math.max(1, Math.floor(part * compressible) + systemAndToolTokens)
  return { ...settings, budget: { tokens, of: { part, compressible, systemAndToolTokens } } }
}

/** The share that the caller named. */
function shareOf({ budget }: Settings): number | undefined {
  return budget !== undefined && 'share' in budget && budget.goal === undefined ? budget.share : undefined
}
