/** A conversation whose blocks have the facts that its strategy needs. */
import type { Settings } from '../settings/settings.ts'
import type { Conversation } from '../view/conversation.ts'
import type { Strategy } from './strategy.ts'

export function withStrategyFacts(
  conversation: Conversation,
  { facts }: Strategy,
  settings: Settings,
): Conversation {
  if (facts === undefined) return conversation
  return { ...conversation, blocks: facts(conversation.messages, conversation.blocks, settings) }
}
