/** Every format, in the order that decides ties of detection. A new format is one file and one line here. */
import { FoveaError } from '../errors.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import type { Format } from './format.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { plain } from './plain.ts'

export const formats: readonly Format[] = [
  plain,
  openaiChat,
  anthropic,
  aiSdk,
  openaiResponses,
  gemini,
  bedrock,
]

export function formatNamed(name: string): Format {
  const format = formats.find(candidate => candidate.name === name)
  if (format === undefined)
    throw new FoveaError(
      'unknown-format',
      `No message format ${JSON.stringify(name)}. Known: ${formats.map(known => known.name).join(', ')}.`,
    )
  return format
}

/** For sentences that list what can be read. */
export function formatTitles(): string {
  return formats.map(({ title }) => title).join(', ')
}
