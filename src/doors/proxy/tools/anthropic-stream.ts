/** Several streamed answers of the Anthropic Messages API as one. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'
import { anthropicTurn, isOurs, visibleReason } from './anthropic-turn.ts'
import type { StreamEditor, Turn } from './dialect.ts'
import { eventText, eventValue, parsedInput } from './event-text.ts'
import { sumUsage } from './sum-usage.ts'

interface OpenBlock {
  readonly block: Record<string, unknown>
  /** Pieces of the input of a call. */
  json: string
  /** Where the client sees it; `undefined` for a call of ours. */
  readonly place: number | undefined
}

export function anthropicStream(): StreamEditor {
  let turns = 0
  /** Blocks that the client has seen begin, in all turns. */
  let places = 0
  let isEdited = false
  let blocks = new Map<unknown, OpenBlock>()
  /** `message_delta` and `message_stop` of this turn. */
  let held: ServerSentEvent[] = []
  let turnUsage: unknown
  let usage: unknown
  let last: Turn | undefined

  const beginTurn = (value: RawRecord): void => {
    turns += 1
    blocks = new Map()
    held = []
    turnUsage = isRecord(value.message) ? value.message.usage : undefined
  }

  const startBlock = (event: ServerSentEvent, value: RawRecord): string => {
    const block = isRecord(value.content_block) ? { ...value.content_block } : {}
    const place = isOurs(block) ? undefined : places++
    isEdited ||= place !== value.index
    blocks.set(value.index, { block, json: '', place })
    return moved(event, value, place)
  }

  const continueBlock = (event: ServerSentEvent, value: RawRecord): string => {
    const open = blocks.get(value.index)
    if (open === undefined) return event.raw
    if (isRecord(value.delta)) grow(open, value.delta)
    else if (open.json !== '') open.block.input = parsedInput(open.json)
    return moved(event, value, open.place)
  }

  const ending = (): RawRecord | undefined =>
    held.map(eventValue).find(value => value?.type === 'message_delta')

  return {
    read: event => {
      const value = eventValue(event)
      switch (value?.type) {
        case 'message_start':
          beginTurn(value)
          return turns === 1 ? event.raw : ''
        case 'content_block_start':
          return startBlock(event, value)
        case 'content_block_delta':
        case 'content_block_stop':
          return continueBlock(event, value)
        case 'message_delta':
          if (isRecord(value.usage)) turnUsage = { ...(isRecord(turnUsage) ? turnUsage : {}), ...value.usage }
          held.push(event)
          return ''
        case 'message_stop':
          held.push(event)
          return ''
        default:
          return event.raw
      }
    },
    endTurn: () => {
      const { delta } = ending() ?? {}
      if (!isRecord(delta)) return undefined
      const content = Array.from(blocks.values(), ({ block }) => block)
      last = anthropicTurn(content, delta.stop_reason)
      usage = sumUsage(usage, turnUsage)
      return last
    },
    close: () => {
      const value = ending()
      if (value === undefined || (turns === 1 && !isEdited)) return held.map(({ raw }) => raw).join('')
      const delta = isRecord(value.delta) ? value.delta : {}
      const told = {
        ...value,
        delta: { ...delta, stop_reason: visibleReason(last, delta.stop_reason) },
        usage,
      }
      return eventText('message_delta', told) + eventText('message_stop', { type: 'message_stop' })
    },
  }
}

function moved(event: ServerSentEvent, value: RawRecord, place: number | undefined): string {
  if (place === undefined) return ''
  return place === value.index ? event.raw : eventText(event.name, { ...value, index: place })
}

function grow(open: OpenBlock, delta: RawRecord): void {
  const { block } = open
  const append = (key: string): void => {
    block[key] = `${typeof block[key] === 'string' ? block[key] : ''}${String(delta[key] ?? '')}`
  }
  if (delta.type === 'text_delta') append('text')
  else if (delta.type === 'thinking_delta') append('thinking')
  else if (delta.type === 'signature_delta') append('signature')
  else if (delta.type === 'input_json_delta') open.json += String(delta.partial_json ?? '')
  else if (delta.type === 'citations_delta')
    block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation]
}
