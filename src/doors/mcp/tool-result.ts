/** What a tool did, or why it could not, as the protocol says it. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ErrorCode, FoveaError } from '../../errors.ts'
import type { ToolAnswer } from './mcp-tool.ts'

export function toolResult({ texts, data }: ToolAnswer): CallToolResult {
  const content = texts.map(text => ({ type: 'text' as const, text: text.toWellFormed() }))
  return data === undefined ? { content } : { content, structuredContent: data }
}

/** An error that the model sees: what is wrong, and what to do. The code is beside it, for programs. */
export function toolError(error: unknown): CallToolResult {
  const { code, message, place } = FoveaError.isInstance(error) ? error : unforeseen
  const advice = advices[code]
  return {
    content: [{ type: 'text', text: `${message}${advice === undefined ? '' : ` ${advice}`}`.toWellFormed() }],
    isError: true,
    _meta: { 'fovea/error': { code, ...place } },
  }
}

const unforeseen = { code: 'internal', message: 'Something unforeseen went wrong.', place: {} } as const

/** Where the message itself does not say what to do. */
const advices: Partial<Record<ErrorCode, string>> = {
  'not-found': 'Copy the handle exactly from its marker, or find it with search.',
  purged: 'It was deleted for good; go on without it.',
  corrupt: 'It cannot be read any more; produce it anew, for example by running the command again.',
  'store-locked': 'Another process is writing; try again in a moment.',
  'store-full': 'Nothing was kept and nothing was replaced; ask the user to make room.',
  'store-readonly': 'Originals can be read but not kept; ask the user to make the store writable.',
  'store-closed': 'The server is about to end; go on without it.',
  internal: 'Go on without it, and tell the user.',
}
