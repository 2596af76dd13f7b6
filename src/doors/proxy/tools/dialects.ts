/** The dialect of every format that the proxy reads. */
import type { ConversationFormat } from '../route-of.ts'
import { anthropicDialect } from './anthropic-dialect.ts'
import { chatDialect } from './chat-dialect.ts'
import type { Dialect } from './dialect.ts'
import { responsesDialect } from './responses-dialect.ts'

export const dialects: Readonly<Record<ConversationFormat, Dialect>> = {
  anthropic: anthropicDialect,
  'openai-chat': chatDialect,
  'openai-responses': responsesDialect,
}
