/** Gemini contents: `{ role, parts }`, whose parts differ by their keys. */
import type { Block, Fit, Format, Message, Path, Role } from '../types.ts'
import { geminiCallIds } from './gemini-call-ids.ts'
import { checkGemini } from './gemini-check.ts'
import { createGemini } from './gemini-create.ts'
import { geminiFunction, geminiKind, geminiParts, isSigned } from './gemini-fields.ts'
import { readGeminiResponse, replaceGeminiResponse } from './gemini-response.ts'
import { joinParts } from './join-messages.ts'
import { fixText, locateArguments } from './located-text.ts'
import { misfit } from './misfit.ts'
import { describeValue, isRecord } from './raw-value.ts'
import { writeEdits } from './write-edits.ts'

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

/** `function` is how responses were written before they were the user's. */
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
  // A model that is stopped before its first word answers with no parts at all.
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
  return contents.map((content, message) => ({
    role: roles.get(isRecord(content) ? content.role : undefined) ?? 'user',
    blocks: geminiParts(content).flatMap((part, at) =>
      readPart(part, ['parts', at], callIds[message]?.get(at) ?? ''),
    ),
  }))
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
