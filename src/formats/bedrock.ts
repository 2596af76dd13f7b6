/** Bedrock Converse: content is a list of blocks, and the key of a block gives its type. */
import type { Block, Message, OpaqueKind, Path, Role } from '../types.ts'
import { alternatingTurns, type PlacedBlock } from './alternating-turns.ts'
import { checkBedrock } from './bedrock-check.ts'
import { bedrockBlocks, bedrockCall, bedrockResult } from './bedrock-fields.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format } from './format.ts'
import { joinParts } from './join-messages.ts'
import { faithfulJson, type LocatedText, locateArguments } from './located-text.ts'
import { describeValue, isRecord, jsonText, listOf, misfit, type RawRecord } from './raw-value.ts'
import { resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import type { SpokenPart } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'
import { ToolUseIds } from './tool-use-ids.ts'
import { type Replace, writeEdits } from './write-edits.ts'

export const bedrock: Format = {
  name: 'bedrock',
  title: 'Bedrock Converse',
  request: {
    messages: 'messages',
    system: ['system'],
    tools: ['toolConfig'],
    toolList: 'tools',
    model: 'modelId',
    isOwn: body => ownKeys.some(key => Object.hasOwn(body, key)),
  },
  // Not documented: an estimate.
  framing: { message: 4, toolCall: 8, toolResult: 8, reply: 3 },
  holdsBytes: true,
  detect,
  read,
  write: (messages, edits) => writeEdits(messages, edits, replaceResultPart),
  check: checkBedrock,
  join: messages => joinParts(messages, 'content', text => ({ text })),
  create: createBedrock,
}

/** Keys of a request body that only this API has. */
const ownKeys = [
  'modelId',
  'toolConfig',
  'inferenceConfig',
  'guardrailConfig',
  'additionalModelRequestFields',
]

const kinds: Readonly<Record<string, OpaqueKind>> = {
  reasoningContent: 'reasoning',
  image: 'image',
  document: 'document',
  searchResult: 'document',
  audio: 'audio',
  video: 'video',
  toolUse: 'serverTool',
  toolResult: 'serverTool',
}

const knownKeys = [...Object.keys(kinds), 'text', 'guardContent', 'citationsContent', 'cachePoint']

function detect(message: unknown): Fit {
  if (!isRecord(message)) return misfit(`it is ${describeValue(message)}, not an object`)
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant')
    return misfit(`its role is ${describeValue(role)}, not user or assistant`)
  if (!Array.isArray(content)) return misfit(`its content is ${describeValue(content)}, not a list of blocks`)
  for (const [at, block] of content.entries()) {
    if (!isRecord(block)) return misfit(`content[${at}] is ${describeValue(block)}, not an object`)
    if (typeof block.type === 'string')
      return misfit(
        `content[${at}] has the type ${describeValue(block.type)}, and the blocks of Bedrock have none`,
      )
  }
  const isOwn = content.some(block => knownKeys.some(key => Object.hasOwn(block, key)))
  return { fits: isOwn ? 'own' : 'shared' }
}

function read(messages: readonly unknown[]): readonly Message[] {
  const toolNames = new Map<string, string>()
  const read = messages.map(
    (message): Message => ({
      role: isRecord(message) && message.role === 'assistant' ? 'assistant' : 'user',
      blocks: bedrockBlocks(message).flatMap((block, at) => readBlock(block, ['content', at], toolNames)),
    }),
  )
  return distinctCalls(read)
}

const errorByStatus: ReadonlyMap<unknown, boolean> = new Map([
  ['error', true],
  ['success', false],
])

function readBlock(block: unknown, path: Path, toolNames: Map<string, string>): readonly Block[] {
  const call = bedrockCall(block)
  if (call !== undefined) {
    toolNames.set(call.id, call.name)
    const input = locateArguments(call.input, [...path, 'toolUse', 'input'])
    return [{ type: 'toolCall', callId: call.id, name: call.name, ...input }]
  }
  const result = bedrockResult(block)
  if (result !== undefined) {
    const head = resultHead(result.id, toolNames.get(result.id), errorByStatus.get(result.status))
    const parts = result.parts.map((part, at) =>
      readResultPart(part, [...path, 'toolResult', 'content', at], head),
    )
    return wholeResult(head, parts)
  }
  if (!isRecord(block)) return [{ type: 'opaque', kind: 'unknown', value: block }]
  if (typeof block.text === 'string')
    return [{ type: 'text', text: block.text, media: 'text', path: [...path, 'text'] }]
  const fixed = fixedText(block)
  return fixed === undefined
    ? [{ type: 'opaque', kind: kindOf(block), value: block }]
    : [{ type: 'text', text: fixed, media: 'text' }]
}

/** What a guardrail looks at, and text with its citations, must stay as it is. */
function fixedText({ guardContent, citationsContent }: RawRecord): string | undefined {
  const guarded = isRecord(guardContent) && isRecord(guardContent.text) ? guardContent.text.text : undefined
  if (typeof guarded === 'string') return guarded
  const cited = isRecord(citationsContent) ? listOf(citationsContent.content) : []
  const texts = cited.flatMap(part => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
  return texts.length === 0 ? undefined : texts.join('')
}

/** The path is that of the whole part: `{ json }` takes objects only, so that a text replaces it as `{ text }`. */
function readResultPart(part: unknown, path: Path, head: ReturnType<typeof resultHead>): Block {
  if (!isRecord(part)) return resultPart(head, 'unknown', part)
  if (typeof part.text === 'string') return resultText(head, { text: part.text, media: 'text', path })
  if (part.json === undefined) return resultPart(head, kindOf(part), part)
  const json = faithfulJson(part)
  const located: LocatedText =
    json === undefined
      ? { text: jsonText(part.json) ?? '', media: 'json' }
      : { text: json, media: 'json', path }
  return resultText(head, located)
}

const replaceResultPart: Replace = (value, text) => {
  if (!isRecord(value)) return text
  return typeof value.text === 'string' ? { ...value, text } : { text }
}

/** The kind of a block that is not read as text, call or result. */
function kindOf(block: RawRecord): OpaqueKind {
  const key = Object.keys(block).find(each => Object.hasOwn(kinds, each))
  return key === undefined ? 'unknown' : (kinds[key] as OpaqueKind)
}

/** Neutral messages → Bedrock messages: alternating turns, results in the user's turn, system text as the user's. */
function createBedrock(messages: readonly Message[]): readonly unknown[] {
  const ids = new ToolUseIds()
  return alternatingTurns(messages, (role, part) => place(role, part, ids))
}

function place(role: Role, part: SpokenPart, ids: ToolUseIds): readonly PlacedBlock[] {
  switch (part.type) {
    case 'text':
      if (part.text.trim() === '') return []
      return [{ role: role === 'assistant' ? 'assistant' : 'user', block: { text: part.text } }]
    case 'toolCall': {
      const { callId, name, text } = part
      const toolUseId = ids.ofCall(callId)
      return [{ role: 'assistant', block: { toolUse: { toolUseId, name, input: toolInput(text) } } }]
    }
    case 'toolResult': {
      const { callId, texts, isError } = part
      const toolUseId = ids.ofResult(callId)
      // An error must have content.
      const content = isError && texts.length === 0 ? [{ json: {} }] : texts.map(text => ({ text }))
      const status = isError ? { status: 'error' } : {}
      return [{ role: 'user', block: { toolResult: { toolUseId, content, ...status } } }]
    }
  }
}
