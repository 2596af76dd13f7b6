/** Cline's content blocks, close to Anthropic's own → Anthropic's. */
import { isRecord, jsonText, type RawRecord } from '../formats/raw-value.ts'
import { imageBlock, textBlocks, thinkingBlocks, toolUseBlock } from './anthropic-blocks.ts'
import { listOf, recordOf, wordOf } from './log-values.ts'

export function clineBlocks(block: RawRecord): RawRecord[] {
  switch (block.type) {
    case 'text':
      return textBlocks(block.text)
    case 'file':
      return textBlocks(
        `<file_content path="${wordOf(block.path)}">\n${wordOf(block.content)}\n</file_content>`,
      )
    case 'image':
      return [isRecord(block.source) ? block : imageBlock(block.mediaType, block.data)]
    case 'thinking':
      return thinkingBlocks(block.thinking, block.signature)
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: block.data }]
    case 'tool_use':
      return [toolUseBlock(block.id, block.name, block.input)]
    default:
      return [block]
  }
}

/** What a tool returned: blocks stay blocks, the rows that newer tools answer with are sent as JSON. */
export function clineResult(content: unknown): unknown {
  if (typeof content === 'string') return content
  const blocks = listOf(content).map(recordOf)
  return blocks.every(({ type }) => typeof type === 'string')
    ? blocks.flatMap(clineBlocks)
    : (jsonText(content) ?? '')
}
