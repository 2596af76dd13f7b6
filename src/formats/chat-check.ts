/** What Chat Completions would reject, by its documentation and its error messages. */

import { chatRoles } from './chat-read.ts'
import { chatToolCall, toolCallsOf } from './chat-tool-call.ts'
import type { Problem } from './format.ts'
import { type PairingStep, pairingProblems } from './pairing.ts'
import { describeValue, isRecord, type RawRecord } from './raw-value.ts'

export function checkChat(messages: readonly unknown[]): readonly Problem[] {
  const problems = messages.flatMap((raw, message) =>
    (isRecord(raw) ? messageProblems(raw) : [malformed(`the message is ${describeValue(raw)}`)]).map(
      problem => ({
        message,
        ...problem,
      }),
    ),
  )
  return [...problems, ...pairingProblems(pairingSteps(messages))].sort(
    (one, other) => one.message - other.message,
  )
}

type MessageProblem = Omit<Problem, 'message'>

function malformed(why: string): MessageProblem {
  return { code: 'malformed', why }
}

function messageProblems(message: RawRecord): readonly MessageProblem[] {
  if (!chatRoles.has(message.role))
    return [{ code: 'illegal-role', why: `the role is ${describeValue(message.role)}` }]
  const problems: MessageProblem[] = []
  if (!hasContent(message))
    problems.push({ code: 'empty-content', why: `the ${message.role} message is empty` })
  if (message.role === 'function' && typeof message.name !== 'string')
    problems.push(malformed('a function message needs the name of its function'))
  if (message.role !== 'assistant' && message.tool_calls !== undefined && message.tool_calls !== null)
    problems.push(malformed(`a message of role ${message.role} cannot call tools`))
  return Array.isArray(message.tool_calls) ? [...problems, ...callProblems(message.tool_calls)] : problems
}

function hasContent(message: RawRecord): boolean {
  const { content } = message
  if (Array.isArray(content) ? content.length > 0 : content !== undefined && content !== null) return true
  if (message.role === 'function') return true
  return (
    message.role === 'assistant' &&
    (Array.isArray(message.tool_calls) ||
      isRecord(message.function_call) ||
      isRecord(message.audio) ||
      typeof message.refusal === 'string')
  )
}

function callProblems(entries: readonly unknown[]): readonly MessageProblem[] {
  if (entries.length === 0) return [malformed('tool_calls is an empty list')]
  const problems: MessageProblem[] = []
  const seen = new Set<unknown>()
  for (const [index, entry] of entries.entries()) {
    const call = chatToolCall(entry)
    if (call === undefined) continue
    const where = `tool_calls[${index}]`
    if (typeof call.id !== 'string') problems.push(malformed(`${where} has no id of type string`))
    else if (seen.has(call.id)) problems.push(malformed(`${where} has the id of another call of the message`))
    if (typeof call.arguments !== 'string')
      problems.push(malformed(`the arguments of ${where} are no string`))
    seen.add(call.id)
  }
  return problems
}

function* pairingSteps(messages: readonly unknown[]): Iterable<PairingStep> {
  for (const [message, raw] of messages.entries()) {
    if (!isRecord(raw)) continue
    if (raw.role === 'tool') {
      const id = typeof raw.tool_call_id === 'string' ? raw.tool_call_id : ''
      yield { type: 'result', message, id, label: `the tool message for ${describeValue(raw.tool_call_id)}` }
      continue
    }
    yield { type: 'boundary' }
    for (const entry of toolCallsOf(raw)) {
      const call = chatToolCall(entry)
      if (typeof call?.id === 'string')
        yield {
          type: 'call',
          message,
          id: call.id,
          label: `tool call ${describeValue(call.id)} (${call.name})`,
        }
    }
  }
}
