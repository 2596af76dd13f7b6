/** Anthropic Messages: user, assistant and mid-conversation system turns; content is a text or typed blocks. */
import { rememberArguments } from '../scan/actions/call-arguments.ts'
import { wordGroups } from '../scan/vocabulary/word-set.ts'
import type { Block, Message, OpaqueKind, Path, Role } from '../types.ts'
import { alternatingTurns, type PlacedBlock } from './alternating-turns.ts'
import { checkAnthropic } from './anthropic-check.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format } from './format.ts'
import { joinParts } from './join-messages.ts'
import { locateArguments, locateText } from './located-text.ts'
import { judgeParts } from './part-types.ts'
import { describeValue, isRecord, misfit, type RawRecord } from './raw-value.ts'
import { resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import type { SpokenPart, SpokenResult } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'
import { ToolUseIds } from './tool-use-ids.ts'
import { writeEdits } from './write-edits.ts'

export const anthropic: Format = {
  name: 'anthropic',
  title: 'Anthropic Messages',
  request: {
    messages: 'messages',
    system: ['system'],
    tools: ['tools'],
    isOwn: body =>
      ownKeys.some(key => Object.hasOwn(body, key)) ||
      (Array.isArray(body.tools) && body.tools.some(tool => isRecord(tool) && isRecord(tool.input_schema))),
    // Another API has `/v1/threads/…/messages`: only a version may come before `messages`.
    routes: [
      { path: /(?:^|\/v\d+)\/messages$/, purpose: 'answer' },
      { path: /(?:^|\/v\d+)\/messages\/count_tokens$/, purpose: 'count' },
    ],
  },
  // Not documented: by the usage in recorded sessions, about 83 tokens for a call with its result.
  framing: { message: 4, toolCall: 45, toolResult: 38, reply: 3 },
  partTypes:
    `text image document search_result thinking redacted_thinking tool_use tool_result server_tool_use
  advisor_tool_result bash_code_execution_tool_result code_execution_tool_result
  text_editor_code_execution_tool_result tool_search_tool_result web_fetch_tool_result
  web_search_tool_result mcp_tool_listing mcp_tool_use mcp_tool_result tool_addition tool_removal
  container_upload compaction fallback`.split(/\s+/),
  systemNeedsReply: true,
  detect,
  read,
  write: (messages, edits) => writeEdits(messages, edits),
  check: checkAnthropic,
  join: messages => joinParts(messages, 'content', text => ({ type: 'text', text })),
  create: createAnthropic,
}

/** Keys of a request body that only this API has. */
const ownKeys = ['system', 'anthropic_version', 'anthropic_beta', 'stop_sequences', 'thinking']

/** Keys that only messages of other formats have. */
const foreignKeys = ['tool_calls', 'function_call', 'tool_call_id', 'parts', 'providerOptions']

function detect(message: unknown, known: readonly Format[]): Fit {
  if (!isRecord(message)) return misfit(`it is ${describeValue(message)}, not an object`)
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return misfit(`its role is ${describeValue(role)}, not user, assistant or system`)
  const foreign = foreignKeys.find(key => Object.hasOwn(message, key))
  if (foreign !== undefined) return misfit(`it has ${foreign}, which Anthropic messages do not have`)
  const own = role === 'system' && (Object.hasOwn(message, 'clear_at') || isRecord(message.output_config))
  if (typeof content === 'string') return { fits: own ? 'own' : 'shared' }
  if (Array.isArray(content)) return own ? { fits: 'own' } : detectBlocks(content, known)
  return own && content === undefined
    ? { fits: 'own' }
    : misfit(`its content is ${describeValue(content)}, neither a text nor a list of blocks`)
}

function detectBlocks(content: readonly unknown[], known: readonly Format[]): Fit {
  const fit = judgeParts(anthropic, content, known)
  if (fit.fits === 'no') return fit
  const images = content.filter(block => isRecord(block) && block.type === 'image') as RawRecord[]
  if (images.some(image => !isRecord(image.source))) return misfit('it has an image without a source')
  return images.length > 0 ? { fits: 'own' } : fit
}

function read(messages: readonly unknown[]): readonly Message[] {
  const toolNames = new Map<string, string>()
  const read = messages.map((raw): Message => {
    const { role, content, id } = isRecord(raw) ? raw : {}
    return {
      role: role === 'assistant' || role === 'system' ? role : 'user',
      blocks: readContent(content, toolNames),
      ...(typeof id === 'string' ? { id } : {}),
    }
  })
  return distinctCalls(read)
}

function readContent(content: unknown, toolNames: Map<string, string>): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, media: 'text', path: ['content'] }]
  if (!Array.isArray(content)) return []
  return content.flatMap((block, index) => readBlock(block, ['content', index], toolNames))
}

function readBlock(block: unknown, path: Path, toolNames: Map<string, string>): readonly Block[] {
  const { type, text, id, name, input, tool_use_id: callId } = isRecord(block) ? block : {}
  if (type === 'text' && typeof text === 'string')
    return [{ type: 'text', text, media: 'text', ...(isCited(block) ? {} : { path: [...path, 'text'] }) }]
  if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string') {
    toolNames.set(id, name)
    const call = {
      type: 'toolCall',
      callId: id,
      name,
      ...locateArguments(input, [...path, 'input']),
    } as const
    // With a path, the text is the whole object.
    if (isRecord(input) && call.path !== undefined) rememberArguments(call, input)
    return [call]
  }
  if (type === 'tool_result' && typeof callId === 'string')
    return readResult(block as RawRecord, [...path, 'content'], callId, toolNames.get(callId))
  return [{ type: 'opaque', kind: anthropicKind(type), value: block }]
}

/** Citations belong to the text that carries them, so it stays as it is. */
function isCited(block: unknown): boolean {
  return isRecord(block) && Array.isArray(block.citations) && block.citations.length > 0
}

function readResult(
  block: RawRecord,
  path: Path,
  callId: string,
  name: string | undefined,
): readonly Block[] {
  const { content, is_error: failed } = block
  // Hosts that mark failed calls mark every result.
  const head = resultHead(callId, name, typeof failed === 'boolean' ? failed : undefined)
  if (typeof content === 'string') return [resultText(head, locateText(content, path))]
  if (content === undefined || content === null) return wholeResult(head, [])
  if (!Array.isArray(content)) return wholeResult(head, [resultPart(head, 'unknown', content)])
  return wholeResult(
    head,
    content.map((part, index) => {
      const { type, text } = isRecord(part) ? part : {}
      return type === 'text' && typeof text === 'string'
        ? resultText(head, locateText(text, [...path, index, 'text']))
        : resultPart(head, anthropicKind(type), part)
    }),
  )
}

const kinds: ReadonlyMap<unknown, OpaqueKind> = wordGroups({
  reasoning: 'thinking redacted_thinking',
  image: 'image',
  document: 'document search_result container_upload',
  serverTool: `server_tool_use web_search_tool_result web_fetch_tool_result code_execution_tool_result
    bash_code_execution_tool_result text_editor_code_execution_tool_result tool_search_tool_result
    advisor_tool_result mcp_tool_use mcp_tool_result mcp_tool_listing tool_addition tool_removal tool_reference
    browser_state fallback`,
  compaction: 'compaction',
})

/** The kind of a block that is not read as text, call or result. */
function anthropicKind(type: unknown): OpaqueKind {
  return kinds.get(type) ?? 'unknown'
}

/** Neutral messages → Anthropic messages: alternating turns, results in the user's turn, system text as the user's. */
export function createAnthropic(messages: readonly Message[]): readonly unknown[] {
  const ids = new ToolUseIds()
  return alternatingTurns(messages, (role, part) => place(role, part, ids))
}

function place(role: Role, part: SpokenPart, ids: ToolUseIds): readonly PlacedBlock[] {
  switch (part.type) {
    case 'text':
      if (part.text.trim() === '') return []
      return [{ role: role === 'assistant' ? 'assistant' : 'user', block: { type: 'text', text: part.text } }]
    case 'toolCall': {
      const { name, text } = part
      const id = ids.ofCall(part.callId)
      return [{ role: 'assistant', block: { type: 'tool_use', id, name, input: toolInput(text) } }]
    }
    case 'toolResult':
      return [{ role: 'user', block: resultBlock(part, ids.ofResult(part.callId)) }]
  }
}

function resultBlock({ texts, isError }: SpokenResult, id: string): unknown {
  const content = texts.length > 1 ? texts.map(text => ({ type: 'text', text })) : texts[0]
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(content === undefined ? {} : { content }),
    ...(isError ? { is_error: true } : {}),
  }
}
