/** Reads messages of the Chat Completions family: `{ role, content, tool_calls, tool_call_id, … }`. */
import type { Block, Framing, Message, Path, Role } from '../types.ts'
import { locateArguments } from './located-text.ts'
import { readAnswer, readSpeech } from './openai-content.ts'
import { isRecord, type RawRecord } from './raw-value.ts'
import { type ResultHead, resultHead } from './result-blocks.ts'

export const chatRoles: ReadonlyMap<unknown, Role> = new Map([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/** Other names for the same roles. */
export const roleAliases: ReadonlyMap<unknown, Role> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['model', 'assistant'],
])

/** Keys under which compatible servers keep reasoning beside the content. */
const reasoningKeys = ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking_blocks']

/** What later messages need to know of earlier ones. */
interface Calls {
  readonly names: Map<string, string>
  /** Calls of the latest turn in order; those before `next` have their results. */
  latest: readonly string[]
  next: number
  answered: Set<string>
  /** Legacy calls, which have no identifier, by the name of their function. */
  readonly legacy: Map<string, string>
}

export function readChat(messages: readonly unknown[]): readonly Message[] {
  const calls: Calls = { names: new Map(), latest: [], next: 0, answered: new Set(), legacy: new Map() }
  return messages.map((message, index) => readMessage(isRecord(message) ? message : {}, index, calls))
}

function readMessage(message: RawRecord, index: number, calls: Calls): Message {
  const role = chatRoles.get(message.role) ?? roleAliases.get(message.role) ?? 'user'
  const id = identifier(message.id)
  const blocks =
    role === 'tool'
      ? readAnswer(message.content, ['content'], answerOf(message, index, calls))
      : [
          ...readAsides(message),
          ...readSpeech(message.content, ['content']),
          ...readCalls(message, index, calls),
          ...readLegacyCall(message, index, calls),
        ]
  return { role, blocks, ...(id === undefined ? {} : { id }) }
}

/** The parts of an assistant message beside its content. */
function readAsides(message: RawRecord): readonly Block[] {
  const blocks: Block[] = []
  for (const key of reasoningKeys)
    if (isFilled(message[key])) blocks.push({ type: 'opaque', kind: 'reasoning', value: message[key] })
  if (isFilled(message.refusal)) blocks.push({ type: 'opaque', kind: 'refusal', value: message.refusal })
  if (isFilled(message.audio)) blocks.push({ type: 'opaque', kind: 'audio', value: message.audio })
  return blocks
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' ? value !== null : value !== undefined && value !== ''
}

function readCalls(message: RawRecord, index: number, calls: Calls): readonly Block[] {
  const blocks = toolCallsOf(message).map((entry, at): Block => {
    const call = chatToolCall(entry)
    if (call === undefined) return { type: 'opaque', kind: 'unknown', value: entry }
    const callId = identifier(call.id) ?? `message:${index}:call:${at}`
    const located = locateArguments(call.arguments, ['tool_calls', at, ...call.path])
    return { type: 'toolCall', callId, name: call.name, ...located }
  })
  const made = blocks.filter(block => block.type === 'toolCall')
  for (const { callId, name } of made) calls.names.set(callId, name)
  if (made.length > 0)
    Object.assign(calls, { latest: made.map(({ callId }) => callId), next: 0, answered: new Set() })
  return blocks
}

function readLegacyCall(message: RawRecord, index: number, calls: Calls): readonly Block[] {
  const call = message.function_call
  if (!isRecord(call) || typeof call.name !== 'string') return []
  const callId = `message:${index}:call`
  calls.legacy.set(call.name, callId)
  const located = locateArguments(call.arguments, ['function_call', 'arguments'])
  return [{ type: 'toolCall', callId, name: call.name, ...located }]
}

/** Answers the call that a message names, else the one of its function, else the next open one. */
function answerOf(message: RawRecord, index: number, calls: Calls): ResultHead {
  const name = typeof message.name === 'string' ? message.name : undefined
  const legacy = name === undefined ? undefined : calls.legacy.get(name)
  const callId = identifier(message.tool_call_id) ?? legacy ?? nextWaiting(calls) ?? `message:${index}:result`
  calls.answered.add(callId)
  if (name !== undefined && callId === legacy) calls.legacy.delete(name)
  return resultHead(callId, calls.names.get(callId) ?? name, undefined)
}

function nextWaiting(calls: Calls): string | undefined {
  while (calls.answered.has(calls.latest[calls.next] ?? '')) calls.next += 1
  return calls.latest[calls.next]
}

/** Whether `answerOf` made up this identifier. */
export function isInvented(callId: string): boolean {
  return /^message:\d+:result$/.test(callId)
}

/** Some logs number their messages and calls. */
function identifier(id: unknown): string | undefined {
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : undefined
}

/** OpenAI documents 3 tokens for a message, 1 for its role, and 3 that prime the reply; a call has about 3 more. */
export const chatFraming: Framing = { message: 4, toolCall: 3, toolResult: 0, reply: 3 }

/** One entry of `tool_calls`: of Chat Completions, or in the simpler form that agents log. */
interface ChatToolCall {
  /** `strict`: as in the API. `loose`: `{ id, name, arguments }`. */
  readonly shape: 'strict' | 'loose'
  /** A number in some logs, absent in others. */
  readonly id: unknown
  readonly name: string
  readonly arguments: unknown
  /** From the entry to its arguments. */
  readonly path: Path
}

/** `undefined` where it is not a call of a known form. */
export function chatToolCall(entry: unknown): ChatToolCall | undefined {
  if (!isRecord(entry)) return undefined
  if (isRecord(entry.function)) return callIn(entry.function, 'arguments', ['function'], entry.id)
  if (isRecord(entry.custom)) return callIn(entry.custom, 'input', ['custom'], entry.id)
  return callIn(entry, Object.hasOwn(entry, 'args') ? 'args' : 'arguments', [], entry.id)
}

function callIn(holder: RawRecord, key: string, path: Path, id: unknown): ChatToolCall | undefined {
  if (typeof holder.name !== 'string') return undefined
  const shape = path.length > 0 ? 'strict' : 'loose'
  return { shape, id, name: holder.name, arguments: holder[key], path: [...path, key] }
}

/** The entries of a message's `tool_calls`, if it has any. */
export function toolCallsOf(message: RawRecord): readonly unknown[] {
  return Array.isArray(message.tool_calls) ? message.tool_calls : []
}
