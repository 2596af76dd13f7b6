/** Several streamed answers of the Chat Completions API as one. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { isLookup } from '../../../tools/lookup/lookup-tools.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'
import { chatTurn, visibleReason } from './chat-turn.ts'
import type { StreamEditor, Turn } from './dialect.ts'
import { eventText, eventValue } from './event-text.ts'
import { recordsOf } from './raw-list.ts'
import { sumUsage } from './sum-usage.ts'

interface OpenCall {
  readonly call: { id: unknown; type: unknown; function: { name: string; arguments: string } }
  /** Where the client sees it; `undefined` for a call of ours. */
  readonly place: number | undefined
}

interface Held {
  readonly event: ServerSentEvent
  readonly value?: RawRecord
  /** What the client sees of it. */
  readonly delta?: RawRecord
}

export function chatStream(): StreamEditor {
  let turns = 0
  let id: unknown
  let isEdited = false
  let isBetween = true
  let message: Record<string, unknown> = {}
  let calls = new Map<unknown, OpenCall>()
  /** From the chunk with the reason to the end. */
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

  /** The pieces of calls that are the client's. */
  const visiblePieces = (pieces: readonly RawRecord[]): readonly RawRecord[] =>
    pieces.flatMap(piece => {
      const called = isRecord(piece.function) ? piece.function : {}
      const known = calls.get(piece.index)
      const open = known ?? newCall(piece, called, calls)
      if (known === undefined) calls.set(piece.index, open)
      open.call.function.arguments += String(called.arguments ?? '')
      return open.place === undefined ? [] : [{ ...piece, index: open.place }]
    })

  /** What the client sees of a piece; the very piece where that is all of it. */
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

/** Texts grow, lists get longer: the answer itself, and what servers add to it, such as `reasoning_content`. */
function grow(message: Record<string, unknown>, { tool_calls, role, ...delta }: RawRecord): void {
  for (const [key, piece] of Object.entries(delta)) {
    const before = message[key]
    if (typeof piece === 'string') message[key] = `${typeof before === 'string' ? before : ''}${piece}`
    else if (Array.isArray(piece)) message[key] = [...(Array.isArray(before) ? before : []), ...piece]
  }
}
