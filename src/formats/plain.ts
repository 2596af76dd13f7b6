/** Plain messages: `{ role, content }`, with `id`, `index`, `tool_calls`, `metadata` and anything else beside them. */
import { createChat, createResult } from './chat-create.ts'
import {
  chatFraming,
  chatRoles,
  chatToolCall,
  isInvented,
  readChat,
  roleAliases,
  toolCallsOf,
} from './chat-read.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format, Provenance } from './format.ts'
import { joinTexts } from './join-messages.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { describeValue, isRecord, misfit, type RawRecord } from './raw-value.ts'
import { writeEdits } from './write-edits.ts'

export const plain: Format = {
  name: 'plain',
  title: 'plain messages',
  request: { messages: 'messages', system: [], tools: ['tools', 'functions'] },
  framing: chatFraming,
  detect,
  read: messages => distinctCalls(readChat(messages)),
  write: (messages, edits) => writeEdits(messages, edits),
  check: messages => pairingProblems(pairingSteps(messages)),
  annotate,
  join: joinTexts,
  create: messages =>
    createChat(messages, {
      content: texts => texts.join('\n'),
      strayResult: result =>
        isInvented(result.callId) ? { role: 'tool', content: result.texts.join('\n') } : createResult(result),
    }),
}

function detect(message: unknown): Fit {
  if (!isRecord(message)) return misfit(`it is ${describeValue(message)}, not an object`)
  const { role, content, parts } = message
  if (role === undefined) return misfit('it has no role')
  if (!chatRoles.has(role) && !roleAliases.has(role))
    return misfit(`its role is ${describeValue(role)}, not system, developer, user, assistant or tool`)
  if (content === undefined && Array.isArray(parts)) return misfit('it has parts in place of content')
  if (content !== undefined && content !== null && typeof content !== 'string')
    return misfit(`its content is ${describeValue(content)}, and plain messages have text or nothing`)
  const calls = toolCallsOf(message).map(chatToolCall)
  if (calls.includes(undefined))
    return misfit(`tool_calls[${calls.indexOf(undefined)}] does not say which tool it calls`)
  return hasOwnMark(message) || calls.some(call => call?.shape === 'loose')
    ? { fits: 'own' }
    : { fits: 'shared' }
}

/** Whether no provider's message has this. */
function hasOwnMark(message: RawRecord): boolean {
  return typeof message.index === 'number' || isRecord(message.metadata) || roleAliases.has(message.role)
}

/** A bare `{ role, content }` may be sent to a provider, which would refuse an unknown key. */
function annotate(message: unknown, provenance: Provenance): unknown {
  if (!isRecord(message) || !(hasOwnMark(message) || typeof message.id === 'string')) return undefined
  const metadata = isRecord(message.metadata) ? message.metadata : {}
  return { ...message, metadata: { ...metadata, _cce_original: provenance } }
}

/** Plain logs often omit identifiers: only a call or a result with an identifier must have a partner. */
function* pairingSteps(messages: readonly unknown[]): Iterable<PairingStep> {
  const calls = new Set<string>()
  for (const [message, { blocks }] of readChat(messages).entries()) {
    const raw = messages[message]
    if (!isRecord(raw)) continue
    const named = new Set(toolCallsOf(raw).map(entry => String(chatToolCall(entry)?.id)))
    for (const block of blocks) {
      if (block.type === 'toolCall' && named.has(block.callId)) {
        calls.add(block.callId)
        yield {
          type: 'call',
          message,
          id: block.callId,
          label: `tool call "${block.callId}" (${block.name})`,
        }
      }
      if (block.type === 'toolResult' && (calls.has(block.callId) || isNamed(raw.tool_call_id)))
        yield { type: 'result', message, id: block.callId, label: `the result for "${block.callId}"` }
    }
  }
}

function isNamed(id: unknown): boolean {
  return id !== undefined && id !== null
}
