/**
 * What the real providers refuse, by their documentation and error messages. Written apart from `src/formats`, so that a
 * rule that the library does not know is found out.
 */
import { isRecord } from '../../src/tokens/json-value.ts'
import type { ConversationFormat } from './conversation-format.ts'

type Fields = Readonly<Record<string, unknown>>

export interface ProviderRules {
  /** As chat templates of local models demand: user and assistant in turn, system text only at the front. @default false */
  readonly isAlternating?: boolean
}

/** Every reason to answer with 400, in words close to those of the provider. */
export function refusals(
  format: ConversationFormat,
  body: Fields,
  { isAlternating = false }: ProviderRules = {},
): readonly string[] {
  const messages = listOf(format === 'openai-responses' ? body.input : body.messages)
  if (messages.length === 0) return ['messages: at least one message is required']
  if (format === 'anthropic') return anthropicRefusals(messages, listOf(body.tools))
  if (format === 'openai-responses') return responsesRefusals(messages)
  return [...chatRefusals(messages), ...(isAlternating ? alternationRefusals(messages) : [])]
}

// ── Anthropic Messages ──────────────────────────────────────────────────────

interface Turn {
  readonly role: unknown
  readonly blocks: readonly Fields[]
}

function anthropicRefusals(messages: readonly Fields[], tools: readonly Fields[]): readonly string[] {
  const problems: string[] = []
  for (const [index, message] of messages.entries())
    problems.push(...anthropicMessage(message, index, index === messages.length - 1))
  const turns = joinedTurns(messages)
  if (turns[0]?.role !== 'user') problems.push('messages: first message must use the "user" role')
  const seen = new Set<unknown>()
  let usesTools = false
  for (const [at, { role, blocks }] of turns.entries()) {
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
    const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id)
    usesTools ||= calls.length > 0 || results.length > 0
    if (role === 'assistant') {
      const answered = new Set(leadingResults(turns[at + 1]))
      for (const id of calls) {
        if (seen.has(id)) problems.push(`tool_use ids must be unique: ${String(id)}`)
        seen.add(id)
        if (!answered.has(id))
          problems.push(`tool_use ids were found without tool_result blocks immediately after: ${String(id)}`)
      }
    } else {
      const open = new Set(
        turns[at - 1]?.blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id) ?? [],
      )
      for (const id of results) {
        if (!open.has(id)) problems.push(`unexpected tool_use_id found in tool_result blocks: ${String(id)}`)
        open.delete(id)
      }
    }
  }
  if (usesTools && tools.length === 0)
    problems.push('Requests which include tool_use or tool_result blocks must define tools')
  return problems
}

function anthropicMessage({ role, content }: Fields, index: number, isLast: boolean): readonly string[] {
  const where = `messages.${index}`
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return [`${where}: role ${String(role)} is not allowed`]
  if (typeof content !== 'string' && !Array.isArray(content)) return [`${where}: content is required`]
  if (content.length === 0 && !(isLast && role === 'assistant'))
    return [`${where}: all messages must have non-empty content`]
  if (typeof content === 'string')
    return content.trim() === '' ? [`${where}: text content blocks must contain non-whitespace text`] : []
  return listOf(content).flatMap((block, at) => {
    const place = `${where}.content.${at}`
    if (block.type === 'text' && String(block.text ?? '').trim() === '')
      return [`${place}: text content blocks must contain non-whitespace text`]
    if (block.type === 'thinking' && (typeof block.signature !== 'string' || block.signature === ''))
      return [`${place}.thinking.signature: Field required`]
    const isOfModel = block.type === 'tool_use' || block.type === 'thinking'
    if (role !== 'assistant' && isOfModel) return [`${place}: ${block.type} blocks are of the assistant`]
    if (role !== 'user' && block.type === 'tool_result')
      return [`${place}: tool_result blocks can only be in user messages`]
    return []
  })
}

/** The API joins neighbours of one role before it looks at them. */
function joinedTurns(messages: readonly Fields[]): readonly Turn[] {
  const turns: { role: unknown; blocks: Fields[] }[] = []
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
    const last = turns.at(-1)
    if (last?.role === role) last?.blocks.push(...blocks)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

/** Of a user turn: results come first, texts after them. */
function leadingResults(turn: Turn | undefined): readonly unknown[] {
  if (turn?.role !== 'user') return []
  const end = turn.blocks.findIndex(({ type }) => type !== 'tool_result')
  return turn.blocks.slice(0, end < 0 ? undefined : end).map(({ tool_use_id }) => tool_use_id)
}

// ── OpenAI Chat Completions ─────────────────────────────────────────────────

const chatRoles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

function chatRefusals(messages: readonly Fields[]): readonly string[] {
  const problems: string[] = []
  let open = new Set<unknown>()
  const close = (): void => {
    for (const id of open)
      problems.push(`An assistant message with 'tool_calls' must be followed by tool messages: ${String(id)}`)
    open = new Set()
  }
  for (const [index, message] of messages.entries()) {
    const { role, content, tool_calls: calls } = message
    const where = `messages.[${index}]`
    if (!chatRoles.includes(role)) problems.push(`Invalid value for '${where}.role': ${String(role)}`)
    if (role === 'tool') {
      if (!open.delete(message.tool_call_id))
        problems.push(
          `messages with role 'tool' must be a response to a preceding message with 'tool_calls': ${String(message.tool_call_id)}`,
        )
    } else close()
    const isEmpty =
      content === undefined || content === null || (Array.isArray(content) && content.length === 0)
    const hasCalls = listOf(calls).length > 0
    if (isEmpty && !(role === 'assistant' && (hasCalls || isRecord(message.function_call))))
      problems.push(`Invalid value for '${where}.content': expected a string, got null`)
    if (Array.isArray(calls) && calls.length === 0) problems.push(`${where}.tool_calls is an empty array`)
    if (hasCalls && role !== 'assistant') problems.push(`${where}: only the assistant calls tools`)
    for (const { id, function: called } of listOf(calls)) {
      if (isRecord(called) && typeof called.arguments !== 'string')
        problems.push(`${where}.tool_calls: arguments must be a string`)
      open.add(id)
    }
  }
  close()
  return problems
}

/** As the templates of Mistral and Llama raise it; messages that call tools, and their results, are not counted. */
function alternationRefusals(messages: readonly Fields[]): readonly string[] {
  const problems: string[] = []
  let expected = 'user'
  for (const [index, { role, tool_calls: calls }] of messages.entries()) {
    if (role === 'system' || role === 'developer') {
      if (index > 0) problems.push(`messages.[${index}]: system messages stand only at the beginning`)
      continue
    }
    if (role === 'tool' || (role === 'assistant' && listOf(calls).length > 0)) continue
    if (role !== expected)
      problems.push(
        `Conversation roles must alternate user/assistant: messages.[${index}] is ${String(role)}`,
      )
    expected = role === 'user' ? 'assistant' : 'user'
  }
  return problems
}

// ── OpenAI Responses ────────────────────────────────────────────────────────

const responsesRoles: readonly unknown[] = ['system', 'developer', 'user', 'assistant']

/** A call and its output are known by `call_id`, whatever type they are of. */
function responsesRefusals(items: readonly Fields[]): readonly string[] {
  const problems: string[] = []
  const calls = new Set<string>()
  const open = new Set<string>()
  const ids = new Set<unknown>()
  for (const [index, item] of items.entries()) {
    const { type, id, call_id: callId } = item
    const where = `input[${index}]`
    if (typeof id === 'string' && type !== 'item_reference') {
      const isOutput = typeof type === 'string' && type.endsWith('_output')
      if (!isOutput && ids.has(id)) problems.push(`Duplicate item found with id ${id}`)
      if (!isOutput) ids.add(id)
    }
    if (type === undefined || type === 'message') problems.push(...responsesMessage(item, where))
    else if (typeof type !== 'string') problems.push(`Invalid type for '${where}.type'`)
    else if (typeof callId === 'string' && type.endsWith('_call')) {
      calls.add(callId)
      open.add(callId)
    } else if (typeof callId === 'string' && type.endsWith('_output')) {
      if (!calls.has(callId)) problems.push(`No tool call found for ${type} with call_id ${callId}.`)
      open.delete(callId)
    } else if (type === 'reasoning' && !isOfModel(items[index + 1]))
      problems.push(`Item of type 'reasoning' was provided without its required following item: ${where}`)
  }
  for (const callId of open) problems.push(`No tool output found for call ${callId}.`)
  return problems
}

function responsesMessage({ role, content }: Fields, where: string): readonly string[] {
  if (!responsesRoles.includes(role)) return [`Invalid value for '${where}.role': ${String(role)}`]
  if (content === undefined || content === null) return [`Missing required parameter: '${where}.content'`]
  const wrong = role === 'assistant' ? 'input_text' : 'output_text'
  return listOf(content).some(({ type }) => type === wrong)
    ? [`Invalid value: '${wrong}' in a message of ${String(role)} at ${where}`]
    : []
}

function isOfModel(item: Fields | undefined): boolean {
  if (item === undefined) return false
  if (item.type === undefined || item.type === 'message') return item.role === 'assistant'
  return item.type === 'reasoning' || (typeof item.type === 'string' && !item.type.endsWith('_output'))
}

// ── Any ─────────────────────────────────────────────────────────────────────

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(each => (isRecord(each) ? each : {})) : []
}
