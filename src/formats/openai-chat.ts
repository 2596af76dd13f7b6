/** OpenAI Chat Completions, and every server that speaks it. */

import { checkChat } from './chat-check.ts'
import { createChat, createResult } from './chat-create.ts'
import { chatFraming } from './chat-framing.ts'
import { chatRoles, readChat } from './chat-read.ts'
import { chatToolCall, toolCallsOf } from './chat-tool-call.ts'
import type { Fit, Format } from './format.ts'
import { joinParts, joinTexts } from './join-messages.ts'
import { misfit } from './misfit.ts'
import { judgeParts } from './part-types.ts'
import { describeValue, isRecord, type RawRecord } from './raw-value.ts'
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
  read: readChat,
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
  const fit = judgeParts(openaiChat, parts, known)
  if (fit.fits === 'no') return fit
  const files = parts.flatMap((part, index) =>
    isRecord(part) && part.type === 'file' ? [{ part, index }] : [],
  )
  const strange = files.find(({ part }) => !isRecord(part.file))
  if (strange !== undefined) return misfit(`content[${strange.index}] is a file without a "file"`)
  return files.length > 0 ? { fits: 'own' } : fit
}

/** What only Chat Completions writes so. */
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
