/** Gemini contents: `{ role, parts }`, where the key of a part gives its type. */
import type { Block, Message, Path, Role } from '../types.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format } from './format.ts'
import { geminiCallIds } from './gemini-call-ids.ts'
import { checkGemini } from './gemini-check.ts'
import { type GeminiFunction, geminiFunction, geminiKind, geminiParts, isSigned } from './gemini-fields.ts'
import { groupNeighbours } from './group-neighbours.ts'
import { joinParts } from './join-messages.ts'
import { fixText, type LocatedText, locateArguments, locateText } from './located-text.ts'
import { describeValue, isRecord, misfit } from './raw-value.ts'
import { resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import { type SpokenPart, spokenParts } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'
import { type Replace, writeEdits } from './write-edits.ts'

export const gemini: Format = {
  name: 'gemini',
  title: 'Gemini',
  request: { messages: 'contents', system: ['systemInstruction', 'system_instruction'], tools: ['tools'] },
  // Not documented: an estimate.
  framing: { message: 4, toolCall: 8, toolResult: 8, reply: 3 },
  detect,
  read,
  write: (contents, edits) => writeEdits(contents, edits, replaceGeminiResponse),
  check: checkGemini,
  join: messages => joinParts(messages, 'parts', text => ({ text })),
  create: createGemini,
}

/** `function` is the role that responses had before they were sent as the user. */
const roles: ReadonlyMap<unknown, Role> = new Map([
  [undefined, 'user'],
  ['user', 'user'],
  ['model', 'assistant'],
  ['function', 'tool'],
])

function detect(content: unknown): Fit {
  if (!isRecord(content)) return misfit(`it is ${describeValue(content)}, not an object`)
  const { role, parts } = content
  if (Object.hasOwn(content, 'content')) return misfit('it has content, where Gemini has parts')
  if (!roles.has(role)) return misfit(`its role is ${describeValue(role)}, not user or model`)
  // A model that is stopped before its first token answers without parts.
  if (parts === undefined && role === 'model') return { fits: 'own' }
  if (!Array.isArray(parts)) return misfit(`its parts are ${describeValue(parts)}, not a list`)
  for (const [at, part] of parts.entries()) {
    if (!isRecord(part)) return misfit(`parts[${at}] is ${describeValue(part)}, not an object`)
    if (typeof part.type === 'string')
      return misfit(`parts[${at}] has the type ${describeValue(part.type)}, and Gemini's parts have none`)
  }
  return { fits: 'own' }
}

function read(contents: readonly unknown[]): readonly Message[] {
  const callIds = geminiCallIds(contents)
  const read = contents.map((content, message) => ({
    role: roles.get(isRecord(content) ? content.role : undefined) ?? 'user',
    blocks: geminiParts(content).flatMap((part, at) =>
      readPart(part, ['parts', at], callIds[message]?.get(at) ?? ''),
    ),
  }))
  return distinctCalls(read)
}

function readPart(part: unknown, path: Path, callId: string): readonly Block[] {
  const fixed = isRecord(part) && isSigned(part)
  const call = geminiFunction(part, 'functionCall')
  if (call !== undefined) {
    const args = locateArguments(call.value.args, [...path, call.key, 'args'])
    return [{ type: 'toolCall', callId, name: call.name, ...(fixed ? fixText(args) : args) }]
  }
  const response = geminiFunction(part, 'functionResponse')
  if (response !== undefined) return readGeminiResponse(response, [...path, response.key], callId)
  if (isRecord(part) && part.thought !== true && typeof part.text === 'string')
    return [{ type: 'text', text: part.text, media: 'text', ...(fixed ? {} : { path: [...path, 'text'] }) }]
  return [{ type: 'opaque', kind: geminiKind(part), value: part }]
}

interface Placed {
  readonly turn: 'user' | 'model' | 'response'
  readonly part: unknown
}

/** Neutral messages → Gemini contents: alternating turns, and all responses to a turn's calls in one content. */
export function createGemini(messages: readonly Message[]): readonly unknown[] {
  const names = new Map<string, string>()
  const placed = messages.flatMap(({ role, blocks }) =>
    spokenParts(blocks).map(part => place(role, part, names)),
  )
  return groupNeighbours(placed, ({ turn }) => turn).map(turn => ({
    role: turn[0].turn === 'model' ? 'model' : 'user',
    parts: turn.map(({ part }) => part),
  }))
}

function place(role: Role, part: SpokenPart, names: Map<string, string>): Placed {
  switch (part.type) {
    case 'text':
      return { turn: role === 'assistant' ? 'model' : 'user', part: { text: part.text } }
    case 'toolCall': {
      const { callId: id, name, text } = part
      names.set(id, name)
      return { turn: 'model', part: { functionCall: { id, name, args: toolInput(text) } } }
    }
    case 'toolResult': {
      const { callId: id, texts, isError } = part
      const name = part.name ?? names.get(id) ?? 'unknown'
      const response = { [isError ? 'error' : 'output']: texts.join('\n') }
      return { turn: 'response', part: { functionResponse: { id, name, response } } }
    }
  }
}

/** One text for the whole response, and the media beside it. */
function readGeminiResponse({ name, value }: GeminiFunction, path: Path, callId: string): readonly Block[] {
  const { response, parts } = value
  const failed = isRecord(response) && response.error !== undefined && response.error !== null
  const head = resultHead(callId, name, failed || undefined)
  const media = Array.isArray(parts) ? parts.map(part => resultPart(head, geminiKind(part), part)) : []
  return response === undefined || response === null
    ? wholeResult(head, media)
    : [resultText(head, locateResponse(response, [...path, 'response'])), ...media]
}

function locateResponse(response: unknown, path: Path): LocatedText {
  const sole = soleText(response)
  return sole === undefined ? locateText(response, path) : { text: sole.text, media: 'text', path }
}

/** A text replaces the only text, or the whole object under the key that Gemini documents for it. */
const replaceGeminiResponse: Replace = (response, text) => {
  if (!isRecord(response)) return text
  const key = soleText(response)?.key ?? ('error' in response && !('output' in response) ? 'error' : 'output')
  return { [key]: text }
}

function soleText(response: unknown): { readonly key: string; readonly text: string } | undefined {
  const entries = isRecord(response) ? Object.entries(response) : []
  const [key, text] = entries[0] ?? []
  return entries.length === 1 && key !== undefined && typeof text === 'string' ? { key, text } : undefined
}
