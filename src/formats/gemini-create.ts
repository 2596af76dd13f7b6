/** Neutral messages → Gemini contents: turns that alternate, and the responses to a turn's calls in one content of their own. */
import type { Message, Role } from '../types.ts'
import { groupNeighbours } from './group-neighbours.ts'
import { type SpokenPart, spokenParts } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'

interface Placed {
  readonly turn: 'user' | 'model' | 'response'
  readonly part: unknown
}

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
