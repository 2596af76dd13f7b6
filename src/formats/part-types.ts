/** Which types of content parts each format writes: a part that only others write gives a message away. */
import type { Fit, FormatName } from '../types.ts'
import { formatTitles } from './format-titles.ts'
import { describeValue, isRecord } from './raw-value.ts'

/** Parts have a `type` in these formats; plain content is text, and Gemini's parts are told by their keys. */
export type PartFormat = Exclude<FormatName, 'plain' | 'gemini'>

const partTypes: Readonly<Record<PartFormat, readonly string[]>> = {
  'openai-chat': ['text', 'image_url', 'input_audio', 'file', 'refusal', 'video_url'],
  'openai-responses': ['input_text', 'output_text', 'refusal', 'input_image', 'input_file', 'input_audio'],
  anthropic: [
    'text',
    'image',
    'document',
    'search_result',
    'thinking',
    'redacted_thinking',
    'tool_use',
    'tool_result',
    'server_tool_use',
    'advisor_tool_result',
    'bash_code_execution_tool_result',
    'code_execution_tool_result',
    'text_editor_code_execution_tool_result',
    'tool_search_tool_result',
    'web_fetch_tool_result',
    'web_search_tool_result',
    'mcp_tool_listing',
    'mcp_tool_use',
    'mcp_tool_result',
    'tool_addition',
    'tool_removal',
    'container_upload',
    'compaction',
    'fallback',
  ],
  'ai-sdk': [
    'text',
    'image',
    'file',
    'reasoning',
    'reasoning-file',
    'custom',
    'tool-call',
    'tool-result',
    'tool-approval-request',
    'tool-approval-response',
  ],
}

const writersOf = new Map<string, PartFormat[]>()
for (const format of Object.keys(partTypes) as PartFormat[])
  for (const type of partTypes[format]) writersOf.set(type, [...(writersOf.get(type) ?? []), format])

/** Whether some format knows this type of part. */
export function isPartType(type: string): boolean {
  return writersOf.has(type)
}

/** How a list of content parts fits a format; a type that no format knows is evidence of nothing. */
export function judgeParts(format: PartFormat, parts: readonly unknown[], where = 'content'): Fit {
  let fits: 'own' | 'shared' = 'shared'
  for (const [index, part] of parts.entries()) {
    if (!isRecord(part) || typeof part.type !== 'string')
      return { fits: 'no', why: `${where}[${index}] is ${describeValue(part)} without a type` }
    const writers = writersOf.get(part.type)
    if (writers === undefined) continue
    if (!writers.includes(format)) {
      const others = writers.map(writer => formatTitles[writer]).join(' and ')
      const why = `${where}[${index}] has type ${describeValue(part.type)}, which is known to ${others}, not to ${formatTitles[format]}`
      return { fits: 'no', why }
    }
    if (writers.length === 1) fits = 'own'
  }
  return { fits }
}
