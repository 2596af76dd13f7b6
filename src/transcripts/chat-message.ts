/** Extracts OpenAI chat messages from log entries that also contain an agent's own fields. */
import { openaiChat } from '../formats/openai-chat.ts'
import { describeValue, isRecord, jsonText, type RawRecord } from '../formats/raw-value.ts'
import type { ConversationBuilder, Pairing } from './conversation-builder.ts'
import { listOf, present, recordOf, textOf, type UnplacedEvent, usageEvent, wordOf } from './log-values.ts'
import type { Origin } from './transcript.ts'

/** Every result is a separate message. */
export const chatPairing: Pairing = {
  format: openaiChat,
  withoutCalls(message, calls) {
    const { tool_calls: toolCalls, ...rest } = message
    const kept = listOf(toolCalls).filter(call => !calls.has(wordOf(recordOf(call).id)))
    if (kept.length > 0) return { ...message, tool_calls: kept }
    return hasContent(rest) ? rest : undefined
  },
  carry: results => results,
}

function hasContent(message: RawRecord): boolean {
  const { content } = message
  return Array.isArray(content) ? content.length > 0 : textOf(content) !== undefined
}

export function toolCall(id: string, name: string, input: unknown): RawRecord {
  return { id, type: 'function', function: { name, arguments: argumentsOf(input) } }
}

/** A call of a tool that takes free text. */
export function customCall(id: string, name: string, input: unknown): RawRecord {
  return { id, type: 'custom', custom: { name, input: argumentsOf(input) } }
}

export function toolMessage(id: string, content: unknown, name?: string): RawRecord {
  return { role: 'tool', tool_call_id: id, ...present({ name }), content }
}

/** Adds one entry of a chat log. Returns the reason if it cannot. */
export function addChatEntry(
  conversation: ConversationBuilder,
  entry: RawRecord,
  origin: Origin,
): string | undefined {
  const message = chatMessage(entry)
  if (message.role === 'tool') {
    // SWE-agent lists the calls and sends the first.
    const call = textOf(entry.tool_call_id) ?? textOf(listOf(entry.tool_call_ids)[0])
    if (call === undefined) return 'a tool result that does not say which call it answers'
    return conversation.answer(call, { ...message, tool_call_id: call }, origin)
  }
  if (!roles.has(message.role)) return `a message of role ${describeValue(message.role)}`
  if (!saysSomething(message)) return `a message of role ${message.role} that says nothing`
  return conversation.say(message, origin, callsOf(message))
}

/** A text may be empty; an entry with nothing at all is not a message. */
function saysSomething({
  content,
  tool_calls: calls,
  function_call: call,
  refusal,
  audio,
}: RawRecord): boolean {
  return [content ?? undefined, calls, call, refusal, audio].some(part => part !== undefined)
}

const roles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'function'])

/** The keys that are sent to a provider; the rest of an entry (`agent`, `thought`, `extra`, …) is internal. */
const sentKeys =
  `role name content refusal audio tool_calls function_call tool_call_id reasoning_content reasoning
  reasoning_details thinking_blocks cache_control`.split(/\s+/)

function chatMessage(entry: RawRecord): RawRecord {
  const sent = sentKeys
    .map(key => [key, key === 'tool_calls' ? cleanCalls(entry[key]) : entry[key]] as const)
    .filter(([key, value]) => value !== undefined && (value !== null || key === 'content'))
  return Object.fromEntries(sent)
}

export function callsOf(message: RawRecord): string[] {
  return listOf(message.tool_calls).flatMap(call => textOf(recordOf(call).id) ?? [])
}

function cleanCalls(calls: unknown): readonly unknown[] | undefined {
  const list = listOf(calls)
  return list.length === 0 ? undefined : list.map(cleanCall)
}

/** `index` belongs to streamed answers; arguments are sent as text. */
function cleanCall(call: unknown): unknown {
  if (!isRecord(call) || !isRecord(call.function)) return call
  const { index: _, ...rest } = call
  return { ...rest, function: { ...call.function, arguments: argumentsOf(call.function.arguments) } }
}

function argumentsOf(input: unknown): string {
  return typeof input === 'string' ? input : (jsonText(input ?? {}) ?? '{}')
}

export function chatUsage(line: number, usage: unknown): UnplacedEvent | undefined {
  const counts = recordOf(usage)
  const cached = recordOf(counts.prompt_tokens_details).cached_tokens
  return usageEvent(line, { input: counts.prompt_tokens, output: counts.completion_tokens, cached })
}
