/** OpenAI Responses: a flat list of items; messages, calls, their outputs and reasoning are separate items. */
import type { Block, Message, OpaqueKind, Role } from '../types.ts'
import { distinctCalls } from './distinct-calls.ts'
import type { Fit, Format, Problem } from './format.ts'
import { joinParts } from './join-messages.ts'
import { fixText, type LocatedText, locateArguments } from './located-text.ts'
import { readAnswer, readSpeech } from './openai-content.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { isPartType, judgeParts } from './part-types.ts'
import { describeValue, isRecord, misfit, type RawRecord } from './raw-value.ts'
import { CallIds, classOf, type ItemClass, isReference, pairKey, responsesRoles } from './responses-items.ts'
import { type ResultHead, resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import { spokenParts } from './spoken-parts.ts'
import { isFreeForm } from './tool-input.ts'
import { writeEdits } from './write-edits.ts'

export const openaiResponses: Format = {
  name: 'openai-responses',
  title: 'OpenAI Responses',
  request: {
    messages: 'input',
    system: ['instructions'],
    tools: ['tools'],
    routes: [
      { path: /\/responses$/, purpose: 'answer' },
      { path: /\/responses\/input_tokens$/, purpose: 'count' },
    ],
  },
  // Not documented: by the usage in recorded sessions, 6 tokens for a message, 13 for a call, 14 for a result.
  framing: { message: 6, toolCall: 7, toolResult: 8, reply: 3 },
  partTypes: ['input_text', 'output_text', 'refusal', 'input_image', 'input_file', 'input_audio'],
  detect,
  read,
  write: (messages, edits) => writeEdits(messages, edits),
  check: checkResponses,
  join: messages => joinParts(messages, 'content', text => ({ type: 'input_text', text })),
  create: createResponses,
}

/** Keys that only messages of other formats have. */
const foreignKeys = ['tool_calls', 'function_call', 'tool_call_id', 'parts']

function detect(item: unknown, known: readonly Format[]): Fit {
  if (!isRecord(item)) return misfit(`it is ${describeValue(item)}, not an object`)
  const { is } = classOf(item)
  if (is === 'message') return detectMessage(item, known)
  if (is !== 'unknown') return { fits: typeof item.type === 'string' ? 'own' : 'shared' }
  if (typeof item.type !== 'string') return misfit('it has neither a role nor a type')
  return isPartType(item.type, known)
    ? misfit(`it is a content part of type ${describeValue(item.type)}, not a message`)
    : { fits: 'shared' }
}

function detectMessage(message: RawRecord, known: readonly Format[]): Fit {
  const { role, content, type } = message
  if (!responsesRoles.has(role))
    return misfit(`its role is ${describeValue(role)}, not system, developer, user or assistant`)
  const foreign = foreignKeys.find(key => message[key] !== undefined && message[key] !== null)
  if (foreign !== undefined) return misfit(`it has ${foreign}, which messages of Responses do not have`)
  if (typeof content === 'string') return { fits: typeof type === 'string' ? 'own' : 'shared' }
  return Array.isArray(content)
    ? judgeParts(openaiResponses, content, known)
    : misfit(`its content is ${describeValue(content)} and neither a text nor a list of parts`)
}

function read(items: readonly unknown[]): readonly Message[] {
  const names = new Map<string, string>()
  const callIds = new CallIds()
  const read = items.map((raw, index): Message => {
    const item = isRecord(raw) ? raw : {}
    const itemClass = classOf(item)
    const callId = callIds.of(item) ?? `item:${index}`
    return {
      role: roleOf(item, itemClass),
      blocks: readItem(item, itemClass, callId, names),
      ...(typeof item.id === 'string' ? { id: item.id } : {}),
      ...(item.phase === 'commentary' ? { isCommentary: true as const } : {}),
    }
  })
  return distinctCalls(read)
}

function roleOf(item: RawRecord, itemClass: ItemClass): Role {
  if (itemClass.is === 'output') return 'tool'
  if (itemClass.is === 'opaque') return itemClass.role
  return responsesRoles.get(item.role) ?? 'assistant'
}

function readItem(
  item: RawRecord,
  itemClass: ItemClass,
  callId: string,
  names: Map<string, string>,
): readonly Block[] {
  switch (itemClass.is) {
    case 'message':
      return readSpeech(item.content, ['content'])
    case 'agentMessage':
      return readSpeech(item.content, ['content']).map(block =>
        block.type === 'text' ? { type: 'text', text: block.text, media: 'text' } : block,
      )
    case 'call': {
      const name = typeof item.name === 'string' ? item.name : (itemClass.tool ?? '')
      names.set(callId, name)
      return [{ type: 'toolCall', callId, name, ...locateCall(item, itemClass) }]
    }
    case 'output': {
      const name = names.get(callId) ?? (typeof item.name === 'string' ? item.name : undefined)
      const answer = resultHead(callId, name, item.status === 'failed' || undefined)
      if (itemClass.of === undefined) return readOtherOutput(item, itemClass.kind, answer)
      return itemClass.of === 'shell_call'
        ? readShellOutput(item.output, answer)
        : readAnswer(item.output, ['output'], answer)
    }
    case 'opaque':
      return [{ type: 'opaque', kind: itemClass.kind, value: item }]
    case 'unknown':
      return [{ type: 'opaque', kind: 'unknown', value: item }]
  }
}

/** An output of an unknown type: its texts are read, but never edited. */
function readOtherOutput(item: RawRecord, kind: OpaqueKind, answer: ResultHead): readonly Block[] {
  const blocks = readAnswer(item.output, ['output'], answer)
  return blocks.some(block => block.type === 'toolResult' && block.path !== undefined)
    ? blocks.map(block => (block.type === 'toolResult' ? resultText(answer, fixText(block)) : block))
    : wholeResult(answer, [resultPart(answer, kind, item)])
}

function locateCall(item: RawRecord, { key, isFree }: Extract<ItemClass, { is: 'call' }>): LocatedText {
  // A computer call has one action or several.
  return isFree
    ? locateArguments(item[key], [key])
    : fixText(locateArguments(item[key] ?? item.actions, [key]))
}

/** `[{ stdout, stderr, outcome }]`, one entry for each command. */
function readShellOutput(output: unknown, answer: ResultHead): readonly Block[] {
  if (!Array.isArray(output)) return readAnswer(output, ['output'], answer)
  const blocks = output.flatMap((entry: unknown, index) => {
    const { stdout, stderr, outcome } = isRecord(entry) ? entry : {}
    const failed = isRecord(outcome) && (outcome.type === 'timeout' || (outcome.exit_code ?? 0) !== 0)
    const of: ResultHead = failed ? { ...answer, isError: true } : answer
    return Object.entries({ stdout, stderr }).flatMap(([key, text]) =>
      typeof text === 'string' ? [resultText(of, { text, media: 'text', path: ['output', index, key] })] : [],
    )
  })
  return wholeResult(answer, blocks)
}

/** Writes neutral messages as Responses items: one for the texts between calls, one for each call and each result. */
function createResponses(messages: readonly Message[]): readonly unknown[] {
  const items: RawRecord[] = []
  /** Calls of free-form tools, whose outputs have a separate type. */
  const freeForm = new Set<string>()

  for (const { role, blocks } of messages) {
    let texts: string[] = []
    const speak = () => {
      if (texts.length > 0) items.push(createMessage(role, texts))
      texts = []
    }
    for (const part of spokenParts(blocks)) {
      if (part.type === 'text') {
        texts.push(part.text)
        continue
      }
      speak()
      const { callId: call_id } = part
      if (part.type === 'toolCall') {
        const { name, text } = part
        if (isFreeForm(text)) {
          freeForm.add(call_id)
          items.push({ type: 'custom_tool_call', call_id, name, input: text })
        } else {
          freeForm.delete(call_id)
          items.push({ type: 'function_call', call_id, name, arguments: text })
        }
      } else {
        const type = freeForm.has(call_id) ? 'custom_tool_call_output' : 'function_call_output'
        items.push({ type, call_id, output: part.texts.join('\n') })
      }
    }
    speak()
  }
  return items
}

function createMessage(role: Role, texts: readonly string[]): RawRecord {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  const content = texts.length === 1 ? texts[0] : texts.map(text => ({ type, text }))
  return { type: 'message', role: role === 'tool' ? 'user' : role, content }
}

/** What the Responses API would reject, by its documentation and its error messages. */
function checkResponses(items: readonly unknown[]): readonly Problem[] {
  const records = items.map(item => (isRecord(item) ? item : {}))
  // The item behind a reference is not visible: it may be the call of any later output.
  const reference = records.findIndex(isReference)
  const pairing = pairingProblems(pairingSteps(records)).filter(
    ({ code, message }) => code !== 'unpaired-result' || reference < 0 || message < reference,
  )
  return [...records.flatMap(itemProblems), ...reasoningProblems(records), ...pairing].sort(
    (one, other) => one.message - other.message,
  )
}

function itemProblems(item: RawRecord, message: number): readonly Problem[] {
  const itemClass = classOf(item)
  if (itemClass.is === 'message') return messageProblems(item, message)
  if (itemClass.is === 'unknown' && typeof item.type !== 'string')
    return [{ message, code: 'malformed', why: 'the item has neither a role nor a type' }]
  if (itemClass.is === 'call' && typeof item.call_id !== 'string')
    return [{ message, code: 'malformed', why: `the ${item.type} has no call_id` }]
  return []
}

/** Parts that only the assistant writes. */
const spoken: ReadonlySet<unknown> = new Set(['output_text', 'refusal'])

function messageProblems({ role, content }: RawRecord, message: number): readonly Problem[] {
  if (!responsesRoles.has(role))
    return [{ message, code: 'illegal-role', why: `no role ${describeValue(role)} in Responses` }]
  if (content === undefined || content === null)
    return [{ message, code: 'empty-content', why: `the ${role} message has no content` }]
  const wrong =
    role === 'assistant' || !Array.isArray(content)
      ? undefined
      : content.find(part => isRecord(part) && spoken.has(part.type))
  return wrong === undefined
    ? []
    : [{ message, code: 'malformed', why: `a ${role} message cannot hold ${describeValue(wrong.type)}` }]
}

/** Reasoning belongs to the next output of the model, and is refused without it. */
function reasoningProblems(items: readonly RawRecord[]): readonly Problem[] {
  return items.flatMap((item, message): Problem[] => {
    if (item.type !== 'reasoning') return []
    const next = items[message + 1]
    if (next === undefined)
      return [{ message, code: 'broken-reasoning', why: 'nothing follows the reasoning item' }]
    return isOfModel(next)
      ? []
      : [{ message, code: 'broken-reasoning', why: 'what the reasoning item led to does not follow it' }]
  })
}

function isOfModel(item: RawRecord): boolean {
  const itemClass = classOf(item)
  if (itemClass.is === 'message') return item.role === 'assistant'
  return itemClass.is === 'opaque' ? itemClass.role === 'assistant' : itemClass.is !== 'output'
}

function* pairingSteps(items: readonly RawRecord[]): Iterable<PairingStep> {
  const callIds = new CallIds()
  const unhurried = new Set<string>()
  /** Identifiers of items of unknown types: each may be the call of an output. */
  const strange = new Set(items.flatMap(item => (classOf(item).is === 'unknown' ? [item.call_id] : [])))
  for (const [message, item] of items.entries()) {
    const itemClass = classOf(item)
    const callId = callIds.of(item)
    if (callId === undefined || (itemClass.is !== 'call' && itemClass.is !== 'output')) continue
    if (itemClass.is === 'output' && itemClass.of === undefined && strange.has(callId)) continue
    const id = pairKey(item, itemClass, callId)
    // The output of an asynchronous call may come in any later request.
    if (itemClass.is === 'call' && item.async === true) unhurried.add(id)
    if (unhurried.has(id)) continue
    const type = itemClass.is === 'call' ? 'call' : 'result'
    yield { type, message, id, label: `${item.type} ${describeValue(callId)}` }
  }
}
