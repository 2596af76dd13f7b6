/** Writes neutral messages as Chat Completions does: calls inside the assistant's message, results right after it. */
import type { Message, Role } from '../types.ts'
import type { RawRecord } from './raw-value.ts'
import { type SpokenPart, type SpokenResult, spokenParts } from './spoken-parts.ts'
import { isFreeForm } from './tool-input.ts'

/** Differences between the formats of the family. */
interface ChatDialect {
  /** How several texts of one message are written. */
  readonly content: (texts: readonly string[]) => unknown
  /** A result whose call is missing. */
  readonly strayResult: (result: SpokenResult) => RawRecord
}

/** A message, and the results that must follow it directly. */
interface Turn {
  readonly role: Role
  readonly texts: string[]
  readonly calls: RawRecord[]
  readonly results: RawRecord[]
}

export function createChat(messages: readonly Message[], dialect: ChatDialect): readonly unknown[] {
  return turnsOf(messages, dialect).flatMap(turn => [...createMessage(turn, dialect), ...turn.results])
}

function turnsOf(messages: readonly Message[], dialect: ChatDialect): readonly Turn[] {
  const turns: Turn[] = []
  const asked = new Map<string, Turn>()
  for (const { role, blocks } of messages) {
    const parts = spokenParts(blocks)
    const calls = parts.filter(part => part.type === 'toolCall')
    const texts = parts.filter(part => part.type === 'text')
    if (calls.length + texts.length > 0) {
      const turn = turnToJoin(turns, role, calls.length > 0) ?? addTurn(turns, role)
      for (const { text } of texts) turn.texts.push(text)
      for (const call of calls) turn.calls.push(createCall(call))
      for (const { callId } of calls) asked.set(callId, turn)
    }
    for (const result of parts.filter(part => part.type === 'toolResult')) {
      const turn = asked.get(result.callId)
      if (turn === undefined) addTurn(turns, role).results.push(dialect.strayResult(result))
      else turn.results.push(createResult(result))
    }
  }
  return turns
}

/** Formats with separate items make several calls in a row: here all calls of a turn share one message. */
function turnToJoin(turns: readonly Turn[], role: Role, calls: boolean): Turn | undefined {
  const last = turns.at(-1)
  if (role !== 'assistant' || last?.role !== role || last.results.length > 0) return undefined
  return calls || last.calls.length > 0 ? last : undefined
}

function addTurn(turns: Turn[], role: Role): Turn {
  const turn: Turn = { role, texts: [], calls: [], results: [] }
  turns.push(turn)
  return turn
}

function createMessage({ role: by, texts, calls }: Turn, dialect: ChatDialect): readonly RawRecord[] {
  // A tool message is only valid after a call: other text of a tool becomes a user message.
  const role = by === 'tool' ? 'user' : by
  const content = texts.length > 1 ? dialect.content(texts) : (texts[0] ?? null)
  if (calls.length > 0) return [{ role, content, tool_calls: calls }]
  return content === null ? [] : [{ role, content }]
}

function createCall({ callId: id, name, text }: Extract<SpokenPart, { type: 'toolCall' }>): RawRecord {
  return isFreeForm(text)
    ? { id, type: 'custom', custom: { name, input: text } }
    : { id, type: 'function', function: { name, arguments: text } }
}

export function createResult({ callId, texts }: SpokenResult): RawRecord {
  return { role: 'tool', tool_call_id: callId, content: texts.join('\n') }
}
