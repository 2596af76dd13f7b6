/** Our tools in a conversation of the OpenAI Chat Completions API. */
import { isRecord, listOf, type RawRecord } from '../../../formats/raw-value.ts'
import { isLookup, lookupTools } from '../../../tools/lookup/lookup-tools.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'
import { summedUsage, sumUsage } from '../usage/usage-of.ts'
import type { Dialect, LookupResult, StreamEditor, Turn } from './dialect.ts'
import { eventText, eventValue, parsedInput } from './event-text.ts'
import { contentText, inserted, plainItem, recordsOf, replacedItems, toolsBehind } from './raw-list.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  type: 'function',
  function: { name, description, parameters: input },
}))

export const chatDialect: Dialect = {
  format: 'openai-chat',
  // Several parallel answers cannot be continued as one.
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
    const calls = recordsOf(tool_calls).filter(call => !isOurs(call))
    const text = turns.map(each => contentText(messageOf(each).content)).join('')
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

  contentOf: message =>
    isRecord(message) && message.role === 'assistant'
      ? ['assistant', contentText(message.content), recordsOf(message.tool_calls).map(({ id }) => id)]
      : plainItem(message, 'text'),
  hidden: (rounds, last) => {
    const earlier = rounds.map(({ turn }) => contentText(messageOf(turn).content)).join('')
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
          content: earlier + contentText(message.content),
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
      const text = contentText(message.content).slice(Number(hidden.taken))
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

interface OpenCall {
  readonly call: { id: unknown; type: unknown; function: { name: string; arguments: string } }
  /** The index that the client sees; `undefined` for a call of ours. */
  readonly place: number | undefined
}

interface Held {
  readonly event: ServerSentEvent
  readonly value?: RawRecord
  /** The part of it that the client sees. */
  readonly delta?: RawRecord
}

/** Combines several streamed answers of the Chat Completions API into one. */
function chatStream(): StreamEditor {
  let turns = 0
  let id: unknown
  let isEdited = false
  let isBetween = true
  let message: Record<string, unknown> = {}
  let calls = new Map<unknown, OpenCall>()
  /** Events from the chunk with the reason to the end. */
  let held: Held[] = []
  let reason: unknown
  let turnUsage: unknown
  let usage: unknown
  let last: Turn | undefined

  const beginTurn = (): void => {
    turns += 1
    isBetween = false
    message = { role: 'assistant', content: null }
    calls = new Map()
    held = []
    reason = undefined
    turnUsage = undefined
  }

  /** The pieces of the client's own calls. */
  const visiblePieces = (pieces: readonly RawRecord[]): readonly RawRecord[] =>
    pieces.flatMap(piece => {
      const called = isRecord(piece.function) ? piece.function : {}
      const known = calls.get(piece.index)
      const open = known ?? newCall(piece, called, calls)
      if (known === undefined) calls.set(piece.index, open)
      open.call.function.arguments += String(called.arguments ?? '')
      return open.place === undefined ? [] : [{ ...piece, index: open.place }]
    })

  /** The part of a piece that the client sees; the same object if that is all of it. */
  const seen = (delta: RawRecord): RawRecord => {
    const pieces = recordsOf(delta.tool_calls)
    const shown = visiblePieces(pieces)
    grow(message, delta)
    if (shown.length === pieces.length && shown.every(({ index }, at) => index === pieces[at]?.index))
      return delta
    isEdited = true
    const { tool_calls, ...rest } = delta
    return shown.length === 0 ? rest : { ...rest, tool_calls: shown }
  }

  return {
    read: event => {
      const value = eventValue(event)
      const [choice] = recordsOf(value?.choices)
      if (value === undefined || (choice === undefined && !isRecord(value.usage))) {
        if (event.data !== '[DONE]') return event.raw
        held.push({ event })
        return ''
      }
      if (isBetween) beginTurn()
      id ??= value.id
      if (isRecord(value.usage)) turnUsage = value.usage
      const given = isRecord(choice?.delta) ? choice.delta : {}
      const delta = seen(given)
      if (typeof choice?.finish_reason === 'string') reason = choice.finish_reason
      if (choice === undefined || reason !== undefined) {
        held.push({ event, value, delta })
        return ''
      }
      if (turns === 1 && delta === given) return event.raw
      const { role, ...rest } = delta
      const isEmpty = Object.values(rest).every(field => field === null || field === '')
      return isEmpty ? '' : eventText(event.name, { ...value, id, choices: [{ ...choice, delta }] })
    },
    endTurn: () => {
      if (reason === undefined) return undefined
      const made = Array.from(calls.values(), ({ call }) => call)
      last = chatTurn({ ...message, ...(made.length === 0 ? {} : { tool_calls: made }) }, reason)
      usage = sumUsage(usage, turnUsage)
      isBetween = true
      return last
    },
    close: () => {
      const isUntouched = turns <= 1 && !isEdited
      return held
        .map(({ event, value, delta }) => {
          if (isUntouched || value === undefined) return event.raw
          const choices = recordsOf(value.choices).map(choice => ({
            ...choice,
            delta,
            finish_reason: visibleReason(last, choice.finish_reason),
          }))
          return eventText(event.name, { ...value, id, choices, ...(isRecord(value.usage) ? { usage } : {}) })
        })
        .join('')
    },
  }
}

function newCall(piece: RawRecord, called: RawRecord, calls: ReadonlyMap<unknown, OpenCall>): OpenCall {
  const name = String(called.name ?? '')
  const place = calls
    .values()
    .filter(open => open.place !== undefined)
    .toArray().length
  return {
    call: { id: piece.id, type: piece.type ?? 'function', function: { name, arguments: '' } },
    place: isLookup(name) ? undefined : place,
  }
}

/** Appends texts and lists: the answer itself, and fields that servers add, such as `reasoning_content`. */
function grow(message: Record<string, unknown>, { tool_calls, role, ...delta }: RawRecord): void {
  for (const [key, piece] of Object.entries(delta)) {
    const before = message[key]
    if (typeof piece === 'string') message[key] = `${typeof before === 'string' ? before : ''}${piece}`
    else if (Array.isArray(piece)) message[key] = [...(Array.isArray(before) ? before : []), ...piece]
  }
}

/** A turn whose only item is the message. */
function chatTurn(message: RawRecord, reason: unknown): Turn {
  const calls = recordsOf(message.tool_calls)
  const ours = calls.filter(isOurs)
  return {
    items: [message],
    calls: ours.map(({ id, function: called }) => {
      const { name, arguments: input } = isRecord(called) ? called : {}
      return { id: String(id), name: String(name), input: parsedInput(String(input)) }
    }),
    isMixed: calls.length > ours.length,
    // Some servers end a turn with calls as if it had none.
    wantsAnswers: ours.length > 0 && reason !== 'length' && reason !== 'content_filter',
  }
}

/** A finished answer of the Chat Completions API, with our calls separated from those of the client. */
function isOurs({ function: called }: RawRecord): boolean {
  return isRecord(called) && isLookup(called.name)
}

function visibleReason(turn: Turn | undefined, reason: unknown): unknown {
  const isUnseen = turn !== undefined && !turn.isMixed && turn.calls.length > 0
  return reason === 'tool_calls' && isUnseen ? 'stop' : reason
}
