/** A recorded session as a client plays it again: what it says before each request, and what the model answered. */
import { formatNamed } from '../../src/formats/index.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import type { ConversationFormat } from './conversation-format.ts'
import { instructionsIn } from './instructions.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface ReplayTurn {
  /** New messages of the client. */
  readonly asked: readonly Fields[]
  /** What the model made of them, in messages or items of the format. */
  readonly answered: readonly Fields[]
  /** Added behind the recorded ones: the model says the same as in other turns. */
  readonly isEcho?: true
}

export interface ReplaySession {
  readonly name: string
  readonly number: number
  readonly format: ConversationFormat
  /** Everything of the body but the messages. */
  readonly beside: Fields
  readonly turns: readonly ReplayTurn[]
}

/** Questions that are always answered with the same sentence. */
const echoes = 6

/** `undefined` where nobody answers anything. */
export function replaySession(
  { messages, format: name, system, model }: Transcript,
  to: ConversationFormat,
  { name: file, number, isAlternating = false }: ReplaySettings,
): ReplaySession | undefined {
  const raw = (
    name === to ? messages : formatNamed(to).create(formatNamed(name).read(messages))
  ) as readonly Fields[]
  const turns = turnsOf(isAlternating ? alternating(raw) : raw, to)
  if (turns.length === 0) return undefined
  const opened = withInstructions([...turns, ...echoTurns(to)], to, system)
  return {
    name: file,
    number,
    format: to,
    beside: besideOf(to, model ?? 'replayed', system, toolNames(raw)),
    turns: opened,
  }
}

export interface ReplaySettings {
  readonly name: string
  readonly number: number
  /** Joins neighbours of one role, for servers that demand it. */
  readonly isAlternating?: boolean
}

/** A format of the proxy that a session is not recorded in. */
export function otherFormat(own: ConversationFormat): ConversationFormat {
  const next = {
    anthropic: 'openai-responses',
    'openai-responses': 'openai-chat',
    'openai-chat': 'anthropic',
  } as const
  return next[own]
}

export function ownFormat({ format }: Pick<Transcript, 'format'>): ConversationFormat {
  return format === 'anthropic'
    ? 'anthropic'
    : format === 'openai-responses'
      ? 'openai-responses'
      : 'openai-chat'
}

function turnsOf(messages: readonly Fields[], format: ConversationFormat): readonly ReplayTurn[] {
  const turns: ReplayTurn[] = []
  let asked: Fields[] = []
  let answered: Fields[] = []
  const finish = (): void => {
    // A message of the model is one answer; only items of Responses come several at a time.
    const last = format === 'openai-responses' ? 0 : answered.length - 1
    turns.push({ asked: [...asked, ...answered.slice(0, last)], answered: answered.slice(last) })
    asked = []
    answered = []
  }
  for (const message of messages) {
    if (isOfModel(message) && asked.length > 0) answered.push(message)
    else if (!isOfModel(message)) {
      if (answered.length > 0) finish()
      asked.push(message)
    }
  }
  if (answered.length > 0) finish()
  return turns
}

function isOfModel({ role, type }: Fields): boolean {
  if (role !== undefined) return role === 'assistant'
  return type === 'reasoning' || (typeof type === 'string' && type.endsWith('_call'))
}

/** Calls and their results stay as they are: templates do not count them. */
function alternating(messages: readonly Fields[]): readonly Fields[] {
  const joined: Fields[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    const isJoined = last !== undefined && last.role === message.role && isSpoken(last) && isSpoken(message)
    if (isJoined) joined.splice(-1, 1, { ...last, content: `${textOf(last)}\n\n${textOf(message)}` })
    else joined.push(message)
  }
  return joined
}

function isSpoken({ role, tool_calls: calls }: Fields): boolean {
  return role !== 'tool' && calls === undefined
}

function textOf({ content }: Fields): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(part => String(part?.text ?? '')).join('\n') : ''
}

function echoTurns(format: ConversationFormat): readonly ReplayTurn[] {
  const isItems = format === 'openai-responses'
  const say = (role: string, type: string, text: string): Fields =>
    isItems
      ? { type: 'message', role, content: [{ type, text }] }
      : { role, content: format === 'anthropic' ? [{ type: 'text', text }] : text }
  return Array.from({ length: echoes }, () => ({
    asked: [say('user', 'input_text', 'Is that so?')],
    answered: [say('assistant', 'output_text', 'Yes, it is.')],
    isEcho: true,
  }))
}

function withInstructions(
  [first, ...rest]: readonly ReplayTurn[],
  format: ConversationFormat,
  system: string | undefined,
): readonly ReplayTurn[] {
  const asked = first?.asked ?? []
  const opened =
    format === 'anthropic'
      ? anthropicOpening(asked)
      : format === 'openai-responses'
        ? [{ ...item, content: instructionsIn(format).texts.map(inputText) }, ...asked]
        : chatOpening(asked, system)
  return [{ asked: opened, answered: first?.answered ?? [] }, ...rest]
}

const item: Fields = { type: 'message', role: 'user' }

function inputText(text: string): Fields {
  return { type: 'input_text', text }
}

/** Claude Code puts them in front of what was typed, in the same message. */
function anthropicOpening([first, ...rest]: readonly Fields[]): readonly Fields[] {
  const content = first?.content
  const typed =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Fields[])
  const added = instructionsIn('anthropic').texts
  return [{ ...first, content: [...added.map(text => ({ type: 'text', text })), ...typed] }, ...rest]
}

/** Agents of Chat Completions have them in their system message. */
function chatOpening(asked: readonly Fields[], system: string | undefined): readonly Fields[] {
  const [first, ...rest] = asked
  const added = instructionsIn('openai-chat').texts.join('\n')
  if (first?.role !== 'system')
    return [{ role: 'system', content: `${system ?? generalSystem}\n\n${added}` }, ...asked]
  return [{ ...first, content: `${textOf(first)}\n\n${added}` }, ...rest]
}

const generalSystem = Array.from(
  { length: 60 },
  (_, index) =>
    `You are an agent that helps people with software. Guideline ${index + 1}: prefer what the code already does to what you would do, and say what you have checked.`,
).join('\n')

function besideOf(
  format: ConversationFormat,
  model: string,
  system: string | undefined,
  names: readonly string[],
): Fields {
  const described = names.map(name => ({
    name,
    description: `The tool ${name} of the agent, as it was recorded.`,
  }))
  const schema = { type: 'object', properties: {}, additionalProperties: true }
  if (format === 'anthropic')
    return {
      model,
      max_tokens: 8000,
      system: [{ type: 'text', text: system ?? generalSystem, cache_control: { type: 'ephemeral' } }],
      tools: described.map(tool => ({ ...tool, input_schema: schema })),
    }
  if (format === 'openai-responses')
    return {
      model,
      store: false,
      instructions: system ?? generalSystem,
      tools: described.map(tool => ({ type: 'function', ...tool, parameters: schema, strict: false })),
    }
  return {
    model,
    tools: described.map(tool => ({ type: 'function', function: { ...tool, parameters: schema } })),
  }
}

function toolNames(messages: readonly Fields[]): readonly string[] {
  const names = new Set<string>(['shell'])
  const add = (name: unknown): void => void (typeof name === 'string' && names.add(name))
  for (const { content, tool_calls: calls, name } of messages) {
    add(name)
    for (const block of Array.isArray(content) ? content : []) if (block?.type === 'tool_use') add(block.name)
    for (const call of Array.isArray(calls) ? calls : []) add(call?.function?.name)
  }
  return [...names].sort()
}
