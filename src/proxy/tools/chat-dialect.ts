/** Our tools in a conversation of the OpenAI Chat Completions API. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import { lookupTools } from '../../lookup/lookup-tools.ts'
import { hashText } from '../../measure/hash.ts'
import { chatStream } from './chat-stream.ts'
import { chatTurn, isOurs, visibleReason } from './chat-turn.ts'
import type { Dialect, LookupResult, Round, Turn } from './dialect.ts'
import { eventText } from './event-text.ts'
import { withListedTools } from './listed-tools.ts'
import { inserted, listOf, recordsOf } from './raw-list.ts'
import { summedUsage } from './sum-usage.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  type: 'function',
  function: { name, description, parameters: input },
}))

export const chatDialect: Dialect = {
  // Several answers side by side cannot be continued as one.
  withTools: body =>
    typeof body.n === 'number' && body.n > 1
      ? body
      : withListedTools(body, ourTools, tool => (isRecord(tool.function) ? tool.function.name : undefined)),
  streamEditor: chatStream,
  readTurn: ({ choices }) => {
    const [choice] = recordsOf(choices)
    return isRecord(choice?.message) ? chatTurn(choice.message, choice.finish_reason) : undefined
  },
  next: (body, round) => ({ ...body, messages: [...listOf(body.messages), ...sentBack(round)] }),
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
  errorEvent: message =>
    eventText(undefined, { error: { type: 'api_error', code: null, param: null, message } }),

  hidden: (rounds, last, session) => {
    const earlier = rounds.map(({ turn }) => textOf(messageOf(turn))).join('')
    const calls = recordsOf(messageOf(last.turn).tool_calls)
    const key = fingerprint(
      earlier + textOf(messageOf(last.turn)),
      calls.filter(call => !isOurs(call)),
      session,
    )
    const value = {
      before: rounds.flatMap(sentBack),
      taken: earlier.length,
      calls:
        last.results.length === 0 ? [] : calls.flatMap((item, at) => (isOurs(item) ? [{ at, item }] : [])),
      results: last.results.map(resultMessage),
    }
    return [{ key, value }]
  },
  keys: ({ messages }, session) => listOf(messages).flatMap(message => keyOf(message, session) ?? []),
  restore: (body, found, session) => {
    const unused = new Map(found)
    const messages = listOf(body.messages).flatMap(message => {
      const key = keyOf(message, session) ?? ''
      const hidden = unused.get(key)
      if (hidden === undefined || !isRecord(message)) return [message]
      unused.delete(key)
      const text = textOf(message).slice(Number(hidden.taken))
      const calls = inserted(recordsOf(message.tool_calls), listOf(hidden.calls) as readonly Placed[])
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
    })
    return { ...body, messages }
  },
}

interface Placed {
  readonly at: number
  readonly item: RawRecord
}

function sentBack({ turn, results }: Round): readonly RawRecord[] {
  return [messageOf(turn), ...results.map(resultMessage)]
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
  return typeof content === 'string' ? content : ''
}

function keyOf(message: unknown, session: string): string | undefined {
  if (!isRecord(message) || message.role !== 'assistant' || Array.isArray(message.content)) return undefined
  return fingerprint(textOf(message), recordsOf(message.tool_calls), session)
}

/** By what was said and called in this session, whatever a client adds to it. */
function fingerprint(text: string, calls: readonly RawRecord[], session: string): string {
  return hashText(`fovea lookups chat\n${JSON.stringify([session, text, calls.map(({ id }) => id)])}`)
}
