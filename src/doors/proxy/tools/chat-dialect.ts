/** Our tools in a conversation of the OpenAI Chat Completions API. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { lookupTools } from '../../../tools/lookup/lookup-tools.ts'
import { chatStream } from './chat-stream.ts'
import { chatTurn, isOurs, visibleReason } from './chat-turn.ts'
import type { Dialect, LookupResult, Turn } from './dialect.ts'
import { eventText } from './event-text.ts'
import { toolsBehind } from './listed-tools.ts'
import { plainItem } from './plain-item.ts'
import { inserted, listOf, recordsOf, replacedItems } from './raw-list.ts'
import { summedUsage } from './sum-usage.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  type: 'function',
  function: { name, description, parameters: input },
}))

export const chatDialect: Dialect = {
  format: 'openai-chat',
  // Several answers side by side cannot be continued as one.
  ourTools: body =>
    typeof body.n === 'number' && body.n > 1
      ? []
      : toolsBehind(body, ourTools, tool => (isRecord(tool.function) ? tool.function.name : undefined)),
  itemsOf: ({ messages }) => listOf(messages),
  withItems: (body, messages) => ({ ...body, messages }),
  streamEditor: chatStream,
  readTurn: ({ choices }) => {
    const [choice] = recordsOf(choices)
    return isRecord(choice?.message) ? chatTurn(choice.message, choice.finish_reason) : undefined
  },
  sentBack: ({ turn, results }) => [messageOf(turn), ...results.map(resultMessage)],
  merge: (answers, turns) => {
    const last = answers.at(-1) ?? {}
    const [choice = {}] = recordsOf(last.choices)
    const turn = turns.at(-1)
    const { tool_calls, ...message } = messageOf(turn)
    const calls = visibleCalls(turn)
    const text = turns.map(each => textOf(messageOf(each))).join('')
    return {
      ...last,
      id: answers[0]?.id,
      choices: [
        {
          ...choice,
          finish_reason: visibleReason(turn, choice.finish_reason),
          message: {
            ...message,
            content: text === '' ? (message.content ?? null) : text,
            ...(calls.length === 0 ? {} : { tool_calls: calls }),
          },
        },
      ],
      ...summedUsage(answers.map(({ usage }) => usage)),
    }
  },
  errorEvent: ({ type, code, message, fields }) =>
    eventText(undefined, { error: { param: null, ...fields, type, code, message } }),

  said: message =>
    isRecord(message) && message.role === 'assistant'
      ? ['assistant', textOf(message), recordsOf(message.tool_calls).map(({ id }) => id)]
      : plainItem(message, 'text'),
  hidden: (rounds, last) => {
    const earlier = rounds.map(({ turn }) => textOf(messageOf(turn))).join('')
    const message = messageOf(last.turn)
    const calls = recordsOf(message.tool_calls)
    const isHidden = rounds.length > 0 || last.results.length > 0
    const value = {
      before: rounds.flatMap(round => chatDialect.sentBack(round, {})),
      taken: earlier.length,
      calls:
        last.results.length === 0 ? [] : calls.flatMap((item, at) => (isOurs(item) ? [{ at, item }] : [])),
      results: last.results.map(resultMessage),
    }
    return {
      seen: [
        {
          role: 'assistant',
          content: earlier + textOf(message),
          tool_calls: calls.filter(call => !isOurs(call)),
        },
      ],
      hidden: isHidden ? [{ at: 0, value }] : [],
    }
  },
  restore: (items, found) =>
    replacedItems(items, (message, index) => {
      const hidden = found.get(index)
      if (hidden === undefined || !isRecord(message)) return undefined
      const text = textOf(message).slice(Number(hidden.taken))
      const calls = inserted(recordsOf(message.tool_calls), listOf(hidden.calls) as readonly PlacedCall[])
      const rest = {
        ...message,
        content: text === '' ? null : text,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      }
      return [
        ...listOf(hidden.before),
        ...(text === '' && calls.length === 0 ? [] : [rest]),
        ...listOf(hidden.results),
      ]
    }),
}

interface PlacedCall {
  readonly at: number
  readonly item: RawRecord
}

function resultMessage({ call, text }: LookupResult): RawRecord {
  return { role: 'tool', tool_call_id: call.id, content: text }
}

function messageOf(turn: Turn | undefined): RawRecord {
  return turn?.items[0] ?? {}
}

function visibleCalls(turn: Turn | undefined): readonly RawRecord[] {
  return recordsOf(messageOf(turn).tool_calls).filter(call => !isOurs(call))
}

function textOf({ content }: RawRecord): string {
  if (typeof content === 'string') return content
  return recordsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
