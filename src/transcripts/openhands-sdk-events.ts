/** Events of the OpenHands SDK → chat messages. */
import { isRecord, jsonText, type RawRecord } from '../formats/raw-value.ts'
import { callsOf, toolCall, toolMessage } from './chat-message.ts'
import type { ConversationBuilder } from './conversation-builder.ts'
import { compactionOf, listOf, present, recordOf, recordOrigin, textOf, wordOf } from './log-values.ts'
import type { Origin } from './transcript.ts'

/** `{"kind":"ActionEvent","id":"…","source":"agent","tool_call":{…},"llm_response_id":"…"}` */
export function isOpenHandsSdkEvent(event: unknown): event is RawRecord {
  return isRecord(event) && typeof event.kind === 'string' && typeof event.source === 'string'
}

/** Adds a history to a conversation. Returns the problems. */
export function playOpenHandsSdkEvents(
  conversation: ConversationBuilder,
  events: readonly RawRecord[],
  line: number,
): readonly string[] {
  /** Each call of a response is a separate event. */
  const responses = Map.groupBy(
    events.filter(({ kind }) => kind === 'ActionEvent'),
    responseOf,
  )
  return events.flatMap((event, index) => {
    const origin = recordOrigin(line, { timestamp: event.timestamp, id: event.id ?? index })
    const batch = responses.get(responseOf(event)) ?? []
    const why = addEvent(conversation, event, batch, origin)
    return why === undefined ? [] : `history[${index}]: ${why}`
  })
}

function responseOf(event: RawRecord): unknown {
  return event.llm_response_id ?? event.id ?? event
}

function addEvent(
  conversation: ConversationBuilder,
  event: RawRecord,
  batch: readonly RawRecord[],
  origin: Origin,
): string | undefined {
  switch (event.kind) {
    case 'SystemPromptEvent':
      return say(conversation, 'system', contentParts([event.system_prompt, event.dynamic_context]), origin)

    case 'MessageEvent': {
      const message = recordOf(event.llm_message)
      const content = [...contentParts(message.content), ...contentParts(event.extended_content)]
      return say(conversation, message.role, content, origin, reasoningOf(message))
    }

    case 'ActionEvent': {
      if (batch[0] !== event) return undefined
      const calls = batch.map(({ tool_call: call }) => {
        const { id, name, arguments: input } = recordOf(call)
        return toolCall(wordOf(id), wordOf(name), input)
      })
      const thought = contentParts(event.thought)
      const content = thought.length === 0 ? null : thought
      const message = { role: 'assistant', content, ...reasoningOf(event), tool_calls: calls }
      return conversation.say(message, origin, callsOf(message))
    }

    case 'ObservationEvent':
      return answer(conversation, event, origin, [
        ...observationParts(event.observation),
        ...contentParts(event.extended_content),
      ])

    case 'AgentErrorEvent':
      return answer(conversation, event, origin, event.error)

    case 'UserRejectObservation':
      return answer(conversation, event, origin, event.rejection_reason)

    case 'CondensationSummaryEvent':
      return say(conversation, 'user', contentParts(event.summary), origin)

    case 'Condensation':
      conversation.mark(compactionOf(origin.line, { summary: event.summary, timestamp: origin.timestamp }))
      return undefined

    // State updates, pauses, tokens and the like: the model did not see them.
    default:
      return undefined
  }
}

function say(
  conversation: ConversationBuilder,
  role: unknown,
  content: readonly RawRecord[],
  origin: Origin,
  reasoning: RawRecord = {},
): string | undefined {
  return content.length === 0 ? undefined : conversation.say({ role, content, ...reasoning }, origin)
}

function answer(
  conversation: ConversationBuilder,
  event: RawRecord,
  origin: Origin,
  content: unknown,
): string | undefined {
  const call = wordOf(event.tool_call_id)
  return conversation.answer(call, toolMessage(call, content, textOf(event.tool_name)), origin)
}

/** `[{"type":"text","text":"…"},{"type":"image","image_urls":["…"]}]` */
function contentParts(content: unknown): RawRecord[] {
  if (typeof content === 'string') return contentParts([{ text: content }])
  return listOf(content).flatMap((part): RawRecord[] => {
    const { type, text, image_urls: urls } = recordOf(part)
    if (type === 'image') return listOf(urls).map(url => ({ type: 'image_url', image_url: { url } }))
    return textOf(text) === undefined ? [] : [{ type: 'text', text }]
  })
}

/** Observations without a display form are shown whole. */
function observationParts(observation: unknown): RawRecord[] {
  const { content, output } = recordOf(observation)
  const shown = contentParts(content ?? output)
  return shown.length > 0 ? shown : contentParts(jsonText(observation))
}

function reasoningOf(event: RawRecord): RawRecord {
  const blocks = listOf(event.thinking_blocks)
  return present({
    reasoning_content: textOf(event.reasoning_content),
    thinking_blocks: blocks.length === 0 ? undefined : blocks,
  })
}
