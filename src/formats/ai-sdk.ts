/** Model messages of the AI SDK, versions 6 and 7: system, user, assistant and tool; a text or typed parts. */
import { wordGroups } from '../scan/vocabulary/word-set.ts'
import type { Block, Message, OpaqueKind, Path, Role } from '../types.ts'
import { checkAiSdk } from './ai-sdk-check.ts'
import { chatFraming } from './chat-read.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format } from './format.ts'
import { groupNeighbours } from './group-neighbours.ts'
import { joinParts } from './join-messages.ts'
import { fixText, locateArguments, locateText } from './located-text.ts'
import { mediaKind } from './media-kind.ts'
import { judgeParts } from './part-types.ts'
import { describeValue, isRecord, misfit, type RawRecord } from './raw-value.ts'
import { resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import { type SpokenPart, type SpokenResult, spokenParts } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'
import { type Replace, writeEdits } from './write-edits.ts'

export const aiSdk: Format = {
  name: 'ai-sdk',
  title: 'AI SDK',
  request: { messages: 'messages', system: ['system', 'instructions'], tools: ['tools'] },
  framing: chatFraming,
  partTypes: `text image file reasoning reasoning-file custom tool-call tool-result tool-approval-request
  tool-approval-response`.split(/\s+/),
  holdsBytes: true,
  detect,
  read,
  write: (messages, edits) => writeEdits(messages, edits, replaceAiSdkOutput),
  check: checkAiSdk,
  join: messages => joinParts(messages, 'content', text => ({ type: 'text', text })),
  create: createAiSdk,
}

const roles: ReadonlySet<unknown> = new Set<Role>(['system', 'user', 'assistant', 'tool'])

/** Keys that only messages of other formats have. */
const foreignKeys = ['tool_calls', 'function_call', 'tool_call_id']

function detect(message: unknown, known: readonly Format[]): Fit {
  if (!isRecord(message)) return misfit(`it is ${describeValue(message)}, not an object`)
  const { role, content } = message
  if (!roles.has(role))
    return misfit(`its role is ${describeValue(role)}, not system, user, assistant or tool`)
  if (Array.isArray(message.parts))
    return misfit('it has parts: convertToModelMessages makes model messages of UI messages')
  const foreign = foreignKeys.find(key => Object.hasOwn(message, key))
  if (foreign !== undefined) return misfit(`it has ${foreign}, which messages of the AI SDK do not have`)
  const own: Fit = { fits: 'own' }
  if (typeof content === 'string') {
    if (role === 'tool') return misfit('it is a tool message whose content is a text, not a list of results')
    return isRecord(message.providerOptions) ? own : { fits: 'shared' }
  }
  if (!Array.isArray(content) || role === 'system')
    return misfit(`its content is ${describeValue(content)}, which a ${role} message cannot have`)
  const fit = judgeParts(aiSdk, content, known)
  if (fit.fits === 'no') return fit
  const strange = content.findIndex(part => !hasShape(part))
  if (strange >= 0) return misfit(`content[${strange}] has not the fields that its type has in the AI SDK`)
  return isRecord(message.providerOptions) || content.some(isOwn) ? own : fit
}

/** Part types that other formats use too, or that once had other fields, are recognised by their fields. */
function hasShape(part: RawRecord): boolean {
  if (part.type === 'image') return part.image !== undefined
  if (part.type === 'file') return part.data !== undefined
  if (part.type !== 'tool-call' && part.type !== 'tool-result') return true
  const named = typeof part.toolCallId === 'string' && typeof part.toolName === 'string'
  return named && (part.type === 'tool-call' ? 'input' in part : isRecord(part.output))
}

function isOwn(part: RawRecord): boolean {
  return part.type === 'image' || part.type === 'file' || isRecord(part.providerOptions)
}

function read(messages: readonly unknown[]): readonly Message[] {
  const read = messages.map((raw): Message => {
    const { role, content, id } = isRecord(raw) ? raw : {}
    const known = roles.has(role) ? (role as Role) : 'user'
    return { role: known, blocks: readContent(content, known), ...(typeof id === 'string' ? { id } : {}) }
  })
  return distinctCalls(read)
}

function readContent(content: unknown, role: Role): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, media: 'text', path: ['content'] }]
  if (!Array.isArray(content)) return []
  return content.flatMap((part, at) =>
    isRecord(part) ? readPart(part, ['content', at], role) : [opaque(part)],
  )
}

function readPart(part: RawRecord, path: Path, role: Role): readonly Block[] {
  const { type, text, toolCallId: callId, toolName: name } = part
  const fixed = role === 'assistant' && isRecord(part.providerOptions)
  if (type === 'text' && typeof text === 'string')
    return [{ type: 'text', text, media: 'text', ...(fixed ? {} : { path: [...path, 'text'] }) }]
  if (typeof callId !== 'string' || typeof name !== 'string') return [opaque(part)]
  if (type === 'tool-call' && part.providerExecuted !== true) {
    const args = locateArguments(part.input, [...path, 'input'])
    return [{ type: 'toolCall', callId, name, ...(fixed ? fixText(args) : args) }]
  }
  if (type === 'tool-result' && role === 'tool')
    return readAiSdkOutput(part, [...path, 'output'], callId, name)
  return [opaque(part)]
}

function opaque(part: unknown): Block {
  return { type: 'opaque', kind: aiSdkKind(part), value: part }
}

/** Text and JSON are edited as a whole output, so that a text can replace JSON. A list says beside it that it is an error. */
function readAiSdkOutput(
  { output, isError }: RawRecord,
  path: Path,
  callId: string,
  name: string,
): readonly Block[] {
  const { type, value, reason } = isRecord(output) ? output : {}
  const head = resultHead(callId, name, isError === true || errorTypes.has(type) || undefined)
  if ((type === 'text' || type === 'error-text') && typeof value === 'string')
    return [resultText(head, { text: value, media: 'text', path })]
  if (type === 'json' || type === 'error-json') return [resultText(head, locateText(output, path))]
  if (type === 'execution-denied')
    return wholeResult(
      head,
      typeof reason === 'string' ? [resultText(head, locateText(reason, [...path, 'reason']))] : [],
    )
  if (type === 'content' && Array.isArray(value))
    return wholeResult(
      head,
      value.map((part, at) =>
        isRecord(part) && part.type === 'text' && typeof part.text === 'string'
          ? resultText(head, locateText(part.text, [...path, 'value', at, 'text']))
          : resultPart(head, aiSdkKind(part), part),
      ),
    )
  return wholeResult(head, [resultPart(head, 'unknown', output)])
}

const errorTypes: ReadonlySet<unknown> = new Set(['error-text', 'error-json', 'execution-denied'])

/** A JSON output becomes a text output; an error stays an error. */
const replaceAiSdkOutput: Replace = (output, text) => {
  if (!isRecord(output)) return text
  const failed = output.type === 'error-text' || output.type === 'error-json'
  return { ...output, type: failed ? 'error-text' : 'text', value: text }
}

const kinds: ReadonlyMap<unknown, OpaqueKind | 'file'> = wordGroups({
  image: 'image image-data image-url image-file-id image-file-reference',
  file: 'file file-data file-url file-id file-reference media',
  reasoning: 'reasoning reasoning-file',
  serverTool: 'tool-call tool-result',
})

/**
 * The kind of a part that is not read as text, call or result. Calls and results are of this sort where the provider ran the
 * tool.
 */
function aiSdkKind(part: unknown): OpaqueKind {
  if (!isRecord(part)) return 'unknown'
  const kind = kinds.get(part.type) ?? 'unknown'
  return kind === 'file' ? mediaKind(part.mediaType) : kind
}

interface Placed {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly part: { readonly type: string; readonly text?: string }
}

/** Neutral messages → model messages of the AI SDK: results in tool messages, one system message for each text. */
export function createAiSdk(messages: readonly Message[]): readonly unknown[] {
  const names = new Map<string, string>()
  const placed = messages.flatMap(({ role, blocks }, at) =>
    spokenParts(blocks).map((part, index) => {
      const { role: own, part: raw } = place(role, part, names)
      // Results of one turn share a message, whatever message they came from; system content is always one text.
      const message = own === 'tool' ? own : own === 'system' ? `${own} ${at} ${index}` : `${own} ${at}`
      return { message, role: own, part: raw }
    }),
  )
  return groupNeighbours(placed, ({ message }) => message).map(([first, ...others]) => ({
    role: first.role,
    content:
      others.length === 0 && first.part.text !== undefined
        ? first.part.text
        : [first, ...others].map(({ part }) => part),
  }))
}

function place(role: Role, part: SpokenPart, names: Map<string, string>): Placed {
  switch (part.type) {
    case 'text':
      return { role: roleOf(role), part: { type: 'text', text: part.text } }
    case 'toolCall': {
      const { callId: toolCallId, name: toolName, text } = part
      names.set(toolCallId, toolName)
      const call = { type: 'tool-call', toolCallId, toolName, input: toolInput(text) }
      return { role: 'assistant', part: call }
    }
    case 'toolResult': {
      const { callId: toolCallId } = part
      const toolName = part.name ?? names.get(toolCallId) ?? 'unknown'
      const result = { type: 'tool-result', toolCallId, toolName, output: outputOf(part) }
      return { role: 'tool', part: result }
    }
  }
}

function roleOf(role: Role): 'system' | 'user' | 'assistant' {
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'assistant' ? 'assistant' : 'user'
}

function outputOf({ texts, isError }: SpokenResult): unknown {
  if (isError) return { type: 'error-text', value: texts.join('\n') }
  return texts.length > 1
    ? { type: 'content', value: texts.map(text => ({ type: 'text', text })) }
    : { type: 'text', value: texts[0] ?? '' }
}
