/** OpenAI Chat Completions, and every server with its API. */
import { createChat, createResult } from './chat-create.ts'
import { chatFraming, chatRoles, chatToolCall, readChat, toolCallsOf } from './chat-read.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format, Problem } from './format.ts'
import { joinParts, joinTexts } from './join-messages.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { judgeParts } from './part-types.ts'
import { describeValue, isRecord, misfit, type RawRecord } from './raw-value.ts'
import { writeEdits } from './write-edits.ts'

export const openaiChat: Format = {
  name: 'openai-chat',
  title: 'OpenAI Chat Completions',
  request: {
    messages: 'messages',
    system: [],
    tools: ['tools', 'functions'],
    isDefault: true,
    routes: [{ path: /\/chat\/completions$/, purpose: 'answer' }],
  },
  framing: chatFraming,
  partTypes: ['text', 'image_url', 'input_audio', 'file', 'refusal', 'video_url'],
  detect,
  read: messages => distinctCalls(readChat(messages)),
  write: (messages, edits) => writeEdits(messages, edits),
  check: checkChat,
  join: messages => joinTexts(messages) ?? joinParts(messages, 'content', text => ({ type: 'text', text })),
  create: messages =>
    createChat(messages, {
      content: texts => texts.map(text => ({ type: 'text', text })),
      strayResult: createResult,
    }),
}

function detect(message: unknown, known: readonly Format[]): Fit {
  if (!isRecord(message)) return misfit(`it is ${describeValue(message)}, not an object`)
  if (message.role === undefined) return misfit('it has no role')
  if (!chatRoles.has(message.role)) return misfit(`its role is ${describeValue(message.role)}`)
  const content = detectContent(message, known)
  if (content.fits === 'no') return content
  const loose = toolCallsOf(message).findIndex(entry => chatToolCall(entry)?.shape === 'loose')
  if (loose >= 0)
    return misfit(
      `tool_calls[${loose}] has its name beside its id; Chat Completions puts it inside "function"`,
    )
  return hasOwnMark(message) ? { fits: 'own' } : content
}

function detectContent({ content, parts }: RawRecord, known: readonly Format[]): Fit {
  if (Array.isArray(content)) return detectParts(content, known)
  if (content === undefined && Array.isArray(parts)) return misfit('it has parts in place of content')
  return content === undefined || content === null || typeof content === 'string'
    ? { fits: 'shared' }
    : misfit(`its content is ${describeValue(content)} and neither a text, a list of parts nor null`)
}

function detectParts(parts: readonly unknown[], known: readonly Format[]): Fit {
  const isThought = parts.some(isListOfThoughts)
  // Replaced by a text, so that messages about other parts keep the right positions.
  const judged = isThought ? parts.map(part => (isListOfThoughts(part) ? { type: 'text' } : part)) : parts
  const fit = judgeParts(openaiChat, judged, known)
  if (fit.fits === 'no') return fit
  const files = parts.flatMap((part, index) =>
    isRecord(part) && part.type === 'file' ? [{ part, index }] : [],
  )
  const strange = files.find(({ part }) => !isRecord(part.file))
  if (strange !== undefined) return misfit(`content[${strange.index}] is a file without a "file"`)
  return files.length > 0 || isThought ? { fits: 'own' } : fit
}

/**
 * `{ type: 'thinking', thinking: [{ type: 'text', text }] }`, as Mistral writes it; in Anthropic's format `thinking` is a text.
 */
function isListOfThoughts(part: unknown): boolean {
  return isRecord(part) && part.type === 'thinking' && Array.isArray(part.thinking)
}

/** Whether only Chat Completions writes this. */
function hasOwnMark(message: RawRecord): boolean {
  return (
    toolCallsOf(message).length > 0 ||
    (message.role === 'tool' && typeof message.tool_call_id === 'string') ||
    (message.role === 'function' && typeof message.name === 'string') ||
    isRecord(message.function_call) ||
    isRecord(message.audio) ||
    typeof message.refusal === 'string'
  )
}

/** What Chat Completions would reject, by its documentation and its error messages. */
function checkChat(messages: readonly unknown[]): readonly Problem[] {
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
