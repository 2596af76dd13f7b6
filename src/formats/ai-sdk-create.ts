/** Neutral messages → model messages of the AI SDK: results in tool messages, one system message for each text. */
import type { Message, Role } from '../types.ts'
import { groupNeighbours } from './group-neighbours.ts'
import { type SpokenPart, type SpokenResult, spokenParts } from './spoken-parts.ts'
import { toolInput } from './tool-input.ts'

interface Placed {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly part: { readonly type: string; readonly text?: string }
}

export function createAiSdk(messages: readonly Message[]): readonly unknown[] {
  const names = new Map<string, string>()
  const placed = messages.flatMap(({ role, blocks }, at) =>
    spokenParts(blocks).map((part, index) => {
      const { role: own, part: raw } = place(role, part, names)
      // Results of one turn share a message whatever message they came in; system content is always one text.
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
