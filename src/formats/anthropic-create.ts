/** Neutral messages → Anthropic messages: turns that alternate, answers in the user's turn, system text as the user's. */
import type { Message, Role } from '../types.ts'
import { groupNeighbours } from './group-neighbours.ts'
import { type SpokenPart, type SpokenResult, spokenParts } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'

interface Placed {
  readonly role: 'user' | 'assistant'
  readonly block: unknown
}

export function createAnthropic(messages: readonly Message[]): readonly unknown[] {
  const ids = new AnthropicIds()
  const placed = messages.flatMap(({ role, blocks }) =>
    spokenParts(blocks).flatMap(part => place(role, part, ids)),
  )
  return groupNeighbours(placed, ({ role }) => role).map(turn => ({
    role: turn[0].role,
    content: turn.map(({ block }) => block),
  }))
}

function place(role: Role, part: SpokenPart, ids: AnthropicIds): readonly Placed[] {
  switch (part.type) {
    case 'text':
      if (part.text.trim() === '') return []
      return [{ role: role === 'assistant' ? 'assistant' : 'user', block: { type: 'text', text: part.text } }]
    case 'toolCall': {
      const { name, text } = part
      const id = ids.ofCall(part.callId)
      return [{ role: 'assistant', block: { type: 'tool_use', id, name, input: toolInput(text) } }]
    }
    case 'toolResult':
      return [{ role: 'user', block: resultBlock(part, ids.ofResult(part.callId)) }]
  }
}

function resultBlock({ texts, isError }: SpokenResult, id: string): unknown {
  const content = texts.length > 1 ? texts.map(text => ({ type: 'text', text })) : texts[0]
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(content === undefined ? {} : { content }),
    ...(isError ? { is_error: true } : {}),
  }
}

/** Identifiers as Anthropic wants them: letters, digits, `_` and `-`, and no two calls with the same one. */
class AnthropicIds {
  readonly #taken = new Set<string>()
  readonly #copies = new Map<string, number>()
  readonly #given = new Map<string, string>()

  ofCall(callId: string): string {
    const wanted = legal(callId)
    let copy = this.#copies.get(wanted) ?? 1
    let id = copy === 1 ? wanted : `${wanted}_${copy}`
    while (this.#taken.has(id)) {
      copy += 1
      id = `${wanted}_${copy}`
    }
    this.#copies.set(wanted, copy)
    this.#taken.add(id)
    this.#given.set(callId, id)
    return id
  }

  /** A result answers the latest call of its identifier. */
  ofResult(callId: string): string {
    return this.#given.get(callId) ?? legal(callId)
  }
}

function legal(callId: string): string {
  return callId.replaceAll(/[^a-zA-Z0-9_-]/g, '_') || 'call'
}
