/** Several streamed answers of the Responses API as one. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'
import type { StreamEditor, Turn } from './dialect.ts'
import { eventText, eventValue } from './event-text.ts'
import { isOurs, responsesTurn } from './responses-turn.ts'
import { sumUsage } from './sum-usage.ts'

const openings: ReadonlySet<unknown> = new Set([
  'response.created',
  'response.queued',
  'response.in_progress',
])
const endings: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete'])

export function responsesStream(): StreamEditor {
  let turns = 0
  /** Of the first turn: clients do not let it change. */
  let id: unknown
  let isBetween = true
  let isEdited = false
  /** Items that the client has seen begin, in all turns. */
  let places = 0
  /** The number of the next event that it sees. */
  let numbers = 0
  let shownPlaces = new Map<unknown, number | undefined>()
  let items = new Map<unknown, RawRecord>()
  let held: { readonly event: ServerSentEvent; readonly value: RawRecord } | undefined
  let usage: unknown
  let last: Turn | undefined
  const seenItems: RawRecord[] = []

  const beginTurn = (): void => {
    turns += 1
    isBetween = false
    shownPlaces = new Map()
    items = new Map()
    held = undefined
  }

  const shown = (event: ServerSentEvent, value: RawRecord): string => {
    const place = value.output_index === undefined ? undefined : shownPlaces.get(value.output_index)
    const isKnown = shownPlaces.has(value.output_index)
    if (isKnown && place === undefined) return ''
    const { sequence_number: number } = value
    if (turns === 1 && !isEdited) {
      if (typeof number === 'number') numbers = number + 1
      return event.raw
    }
    return eventText(event.name, {
      ...value,
      ...(isKnown ? { output_index: place } : {}),
      ...(number === undefined ? {} : { sequence_number: numbers++ }),
    })
  }

  return {
    read: event => {
      const value = eventValue(event)
      if (value === undefined) return event.raw
      if (isBetween) beginTurn()
      if (isRecord(value.response)) id ??= value.response.id
      if (openings.has(value.type) && turns > 1) return ''
      if (value.type === 'response.output_item.added') {
        const isHidden = isRecord(value.item) && isOurs(value.item)
        isEdited ||= isHidden
        shownPlaces.set(value.output_index, isHidden ? undefined : places++)
      }
      if (value.type === 'response.output_item.done' && isRecord(value.item))
        items.set(value.output_index, value.item)
      if (!endings.has(value.type)) return shown(event, value)
      held = { event, value }
      return ''
    },
    endTurn: () => {
      if (held === undefined || !isRecord(held.value.response)) return undefined
      const { response } = held.value
      last = responsesTurn([...items.values()], response)
      usage = sumUsage(usage, response.usage)
      seenItems.push(...last.items.filter(item => !isOurs(item)))
      isBetween = true
      return last
    },
    close: () => {
      if (held === undefined) return ''
      const { event, value } = held
      if (turns <= 1 && !isEdited) return event.raw
      const response = isRecord(value.response) ? value.response : {}
      return eventText(event.name, {
        ...value,
        ...(value.sequence_number === undefined ? {} : { sequence_number: numbers }),
        response: { ...response, id, output: seenItems, ...(usage === undefined ? {} : { usage }) },
      })
    },
  }
}
