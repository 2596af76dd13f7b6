/** The Anthropic content blocks that pass through untouched, beta types included, and what each of them is. */
import type { OpaqueKind } from '../types.ts'

const kinds: ReadonlyMap<unknown, OpaqueKind> = new Map([
  ['thinking', 'reasoning'],
  ['redacted_thinking', 'reasoning'],
  ['image', 'image'],
  ['document', 'document'],
  ['search_result', 'document'],
  ['container_upload', 'document'],
  ['server_tool_use', 'serverTool'],
  ['web_search_tool_result', 'serverTool'],
  ['web_fetch_tool_result', 'serverTool'],
  ['code_execution_tool_result', 'serverTool'],
  ['bash_code_execution_tool_result', 'serverTool'],
  ['text_editor_code_execution_tool_result', 'serverTool'],
  ['tool_search_tool_result', 'serverTool'],
  ['advisor_tool_result', 'serverTool'],
  ['mcp_tool_use', 'serverTool'],
  ['mcp_tool_result', 'serverTool'],
  ['mcp_tool_listing', 'serverTool'],
  ['tool_addition', 'serverTool'],
  ['tool_removal', 'serverTool'],
  ['tool_reference', 'serverTool'],
  ['browser_state', 'serverTool'],
  ['fallback', 'serverTool'],
  ['compaction', 'compaction'],
])

/** What a block is that is not read as text, call or result. */
export function anthropicKind(type: unknown): OpaqueKind {
  return kinds.get(type) ?? 'unknown'
}
