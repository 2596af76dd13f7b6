/** What people call each format, for messages to them. */
import type { FormatName } from '../types.ts'

export const formatTitles: Readonly<Record<FormatName, string>> = {
  plain: 'plain messages',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini',
  'ai-sdk': 'AI SDK',
}
