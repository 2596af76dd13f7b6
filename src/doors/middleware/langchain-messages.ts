/** Messages of LangChain in the shape of the AI SDK and back; an unchanged message is the same object. */
import {
  AIMessage,
  type BaseMessage,
  type ContentBlock,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from 'langchain'
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import { wordGroups } from '../../scan/vocabulary/word-set.ts'
import { mediaPayload } from '../../tokens/media-payload.ts'

/** Message `i` is named `mi`, by which it is found again even if its texts have changed. */
export function fromLangChain(messages: readonly BaseMessage[]): readonly RawRecord[] {
  const toolNames = new Map<unknown, string>()
  return messages.map((message, index) => ({ id: `m${index}`, ...neutral(message, toolNames) }))
}

/** `sources` and `given` are the input and the output of `fromLangChain`. */
export function toLangChain(
  view: readonly unknown[],
  sources: readonly BaseMessage[],
  given: readonly RawRecord[],
): BaseMessage[] {
  return view.flatMap(message => {
    const raw = isRecord(message) ? message : {}
    const index = /^m\d{1,9}$/.test(String(raw.id)) ? Number(String(raw.id).slice(1)) : -1
    const source = sources[index]
    const before = given[index]
    if (source === undefined || before === undefined || !isEdited(raw, before)) return fresh(raw)
    return [isSame(raw, before) ? source : withTexts(source, textsOf(raw))]
  })
}

function neutral(message: BaseMessage, toolNames: Map<unknown, string>): RawRecord {
  switch (message.type) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'human':
      return { role: 'user', content: partsOf(message).map(part => neutralPart(part)) }
    case 'ai':
      return { role: 'assistant', content: spoken(message as AIMessage, toolNames) }
    case 'tool':
      return { role: 'tool', content: [resultOf(message as ToolMessage, toolNames)] }
    default:
      // No role of the AI SDK: the session refuses it and says why in its receipt.
      return { role: message.type, content: message.text }
  }
}

/** Messages with this field are not edited: a provider may have signed them, or may compare them. */
const untouchable = { providerOptions: { langchain: {} } }

function spoken(message: AIMessage, toolNames: Map<unknown, string>): readonly RawRecord[] {
  const isPlain = typeof message.content === 'string'
  const parts = partsOf(message)
    // A provider's own form of the calls that follow.
    .filter(({ type }) => !callParts.has(type))
    .map(part => ({ ...neutralPart(part), ...(isPlain ? {} : untouchable) }))
  const calls = (message.tool_calls ?? []).map(({ id, name, args }) => {
    toolNames.set(id, name)
    return { type: 'tool-call', toolCallId: id ?? '', toolName: name, input: args, ...untouchable }
  })
  return [...parts, ...calls]
}

const callParts: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_call',
  'input_json_delta',
  'function_call',
])

function resultOf(message: ToolMessage, toolNames: ReadonlyMap<unknown, string>): RawRecord {
  const { content, tool_call_id: toolCallId, name, status } = message
  const output =
    typeof content === 'string'
      ? { type: status === 'error' ? 'error-text' : 'text', value: content }
      : { type: 'content', value: partsOf(message).map(part => neutralPart(part)) }
  const toolName = name ?? toolNames.get(toolCallId) ?? 'unknown'
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...(status === 'error' ? { isError: true } : {}),
  }
}

function partsOf({ content }: BaseMessage): readonly RawRecord[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return content.filter(isRecord)
}

const reasoningParts: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning'])
/** Parts with media, and the family of their media type where they name none. */
const mediaFamilies: ReadonlyMap<unknown, string> = wordGroups({
  image: 'image image_url input_image',
  application: 'file input_file document',
  audio: 'audio input_audio',
  video: 'video',
  'text/plain': 'text-plain',
})

function neutralPart(part: RawRecord): RawRecord {
  if (isText(part)) return { type: 'text', text: part.text }
  if (reasoningParts.has(part.type)) return { type: 'reasoning', text: '', part }
  const family = mediaFamilies.get(part.type)
  return family === undefined ? { type: 'langchain', part } : { type: 'file', ...mediaOf(part, family), part }
}

/** `{ url }`, `{ data, mimeType }`, or any provider's own shape; an empty object for a file that is only named. */
function mediaOf(part: RawRecord, family: string): RawRecord {
  const payload = mediaPayload(part)
  return {
    data: part.url ?? part.data ?? payload?.data ?? {},
    mediaType: part.mimeType ?? part.mime_type ?? payload?.mediaType ?? family,
  }
}

/** A document of plain text (`text-plain`) may have its text or be a file. */
function isText<Part extends RawRecord>(part: Part): part is Part & { readonly text: string } {
  return (part.type === 'text' || part.type === 'text-plain') && typeof part.text === 'string'
}

/** Whether only texts may differ; otherwise it is another message with the same name. */
function isEdited(raw: RawRecord, before: RawRecord): boolean {
  const sizeOf = ({ content }: RawRecord): number => (Array.isArray(content) ? content.length : 1)
  return (
    raw.role === before.role &&
    sizeOf(raw) === sizeOf(before) &&
    textsOf(raw).length === textsOf(before).length
  )
}

/** A session that was loaded from its store has copies. */
function isSame(one: RawRecord, other: RawRecord): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The texts of a message, or of a tool's answer, in order. */
function textsOf({ content }: RawRecord): readonly string[] {
  if (typeof content === 'string') return [content]
  const parts = Array.isArray(content) ? content.filter(isRecord) : []
  return parts.flatMap(part => {
    if (isText(part)) return [part.text]
    const { value } = isRecord(part.output) ? part.output : {}
    if (Array.isArray(value))
      return value
        .filter(isRecord)
        .filter(isText)
        .map(({ text }) => text)
    return typeof value === 'string' ? [value] : []
  })
}

/** The message with its texts replaced by these. */
function withTexts(message: BaseMessage, texts: readonly string[]): BaseMessage {
  let next = 0
  const content =
    typeof message.content === 'string'
      ? (texts[0] ?? message.content)
      : message.content.map(part => (isText(part) ? { ...part, text: texts[next++] ?? part.text } : part))
  const copy: object = Object.create(Object.getPrototypeOf(message))
  const kwargs = { ...message.lc_kwargs, content }
  return Object.assign(copy, message, { content, lc_kwargs: kwargs }) as BaseMessage
}

/** A message that the session created, or joined to another. */
function fresh(raw: RawRecord): readonly BaseMessage[] {
  const parts = Array.isArray(raw.content) ? raw.content.filter(isRecord) : []
  const content = contentOf(raw.content)
  if (raw.role === 'system') return [new SystemMessage({ content })]
  if (raw.role === 'assistant') return [new AIMessage({ content, tool_calls: parts.flatMap(callOf) })]
  if (raw.role !== 'tool') return [new HumanMessage({ content })]
  return parts.map(
    ({ output, toolCallId, toolName, isError }) =>
      new ToolMessage({
        content: contentOf(isRecord(output) ? output.value : undefined),
        tool_call_id: String(toolCallId),
        name: String(toolName),
        ...(isError === true || (isRecord(output) && output.type === 'error-text')
          ? { status: 'error' }
          : {}),
      }),
  )
}

/** One text where there are only texts; pictures, reasoning and other parts are the ones that were given. */
function contentOf(content: unknown): string | ContentBlock[] {
  if (typeof content === 'string') return content
  const given = (Array.isArray(content) ? content.filter(isRecord) : []).flatMap(part => {
    if (isText(part)) return [{ type: 'text', text: part.text }]
    return isRecord(part.part) ? [part.part as ContentBlock] : []
  })
  return given.every(isText) ? given.map(({ text }) => text).join('\n') : given
}

function callOf(part: RawRecord) {
  if (part.type !== 'tool-call') return []
  const args = isRecord(part.input) ? { ...part.input } : {}
  return [{ type: 'tool_call' as const, id: String(part.toolCallId), name: String(part.toolName), args }]
}
