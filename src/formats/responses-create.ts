/** Writes neutral messages as Responses items: one for the texts between calls, one for each call and each result. */
import type { Message, Role } from '../types.ts'
import { isFreeForm } from './free-form-call.ts'
import type { RawRecord } from './raw-value.ts'
import { spokenParts } from './spoken-parts.ts'

export function createResponses(messages: readonly Message[]): readonly unknown[] {
  const items: RawRecord[] = []
  /** Calls of free-form tools, whose outputs have a type of their own. */
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
