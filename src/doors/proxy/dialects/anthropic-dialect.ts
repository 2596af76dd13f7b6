/** Our tools in a conversation of the Anthropic Messages API. */
import { isRecord, listOf, type RawRecord } from '../../../formats/raw-value.ts'
import { isLookup, lookupTools } from '../../../tools/lookup/lookup-tools.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'
import { summedUsage, sumUsage } from '../usage/usage-of.ts'
import type { Dialect, LookupResult, StreamEditor, Turn } from './dialect.ts'
import { eventText, eventValue, parsedInput } from './event-text.ts'
import { inserted, plainItem, recordsOf, replacedItems, toolsBehind } from './raw-list.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  name,
  description,
  input_schema: input,
}))

export const anthropicDialect: Dialect = {
  format: 'anthropic',
  ourTools: body => toolsBehind(body, ourTools, ({ name }) => name),
  itemsOf: ({ messages }) => listOf(messages),
  withItems: (body, messages) => ({ ...body, messages }),
  streamEditor: anthropicStream,
  readTurn: ({ content, stop_reason }) =>
    Array.isArray(content) ? anthropicTurn(recordsOf(content), stop_reason) : undefined,
  sentBack: ({ turn, results }) => [
    { role: 'assistant', content: turn.items.filter(isKept) },
    { role: 'user', content: resultBlocks(results) },
  ],
  merge: (answers, turns) => {
    const last = answers.at(-1) ?? {}
    return {
      ...last,
      id: answers[0]?.id,
      content: turns.flatMap(visible),
      stop_reason: visibleReason(turns.at(-1), last.stop_reason),
      ...summedUsage(answers.map(({ usage }) => usage)),
    }
  },
  errorEvent: ({ type, message, fields }) =>
    eventText('error', { type: 'error', error: { ...fields, type, message } }),

  contentOf: message =>
    isRecord(message) && message.role === 'assistant'
      ? ['assistant', blocksOf(message).filter(isSpoken).map(wordsOf)]
      : plainItem(message, 'text'),
  hidden: (rounds, last) => {
    const earlier = rounds.flatMap(({ turn }) => visible(turn)).filter(isKept)
    const content = [...earlier, ...visible(last.turn).filter(isKept)]
    if (content.length === 0) return { seen: [], hidden: [] }
    const isHidden = rounds.length > 0 || last.results.length > 0
    const value = {
      before: rounds.flatMap(round => anthropicDialect.sentBack(round, {})),
      taken: { blocks: earlier.length, spoken: earlier.filter(isSpoken).length },
      blocks: content.length,
      calls: last.results.length === 0 ? [] : placedCalls(last.turn.items.filter(isKept)),
      results: resultBlocks(last.results),
    }
    return {
      seen: [{ role: 'assistant', content }],
      hidden: isHidden ? [{ at: 0, value }] : [],
    }
  },
  restore: (items, found) => {
    let results: readonly unknown[] = []
    return replacedItems(items, (message, index) => {
      const waiting = results
      results = []
      if (waiting.length > 0 && isRecord(message))
        return [{ ...message, content: [...waiting, ...blocksOf(message)] }]
      const hidden = found.get(index)
      if (hidden === undefined || !isRecord(message)) return undefined
      const blocks = blocksOf(message).filter(isKept)
      const { taken } = hidden
      if (!isRecord(taken)) return undefined
      // A client sends back all of the reasoning of earlier turns, or none of it.
      const isWhole = blocks.length === hidden.blocks
      if (!isWhole && !blocks.every(isSpoken)) return undefined
      const next = items[index + 1]
      const isAnswered = isRecord(next) && next.role === 'user'
      if (isAnswered) results = listOf(hidden.results)
      const calls = isAnswered ? (listOf(hidden.calls) as readonly PlacedCall[]) : []
      const rest = blocks.slice(Number(isWhole ? taken.blocks : taken.spoken))
      const content = inserted(
        rest,
        calls.map(({ at, spoken, item }) => ({ at: isWhole ? at : spoken, item })),
      )
      return [...listOf(hidden.before), ...(content.length === 0 ? [] : [{ ...message, content }])]
    })
  },
}

interface PlacedCall {
  readonly at: number
  /** The index without counting reasoning. */
  readonly spoken: number
  readonly item: RawRecord
}

function placedCalls(items: readonly RawRecord[]): readonly PlacedCall[] {
  return items.flatMap((item, at) =>
    isOurs(item) ? [{ at, spoken: items.slice(0, at).filter(isSpoken).length, item }] : [],
  )
}

function visible({ items }: Turn): readonly RawRecord[] {
  return items.filter(block => !isOurs(block))
}

/** A model may write an empty text, but the API refuses it in a request. */
function isKept({ type, text }: RawRecord): boolean {
  return type !== 'text' || text !== ''
}

function isSpoken(block: RawRecord): boolean {
  return block.type !== 'thinking' && block.type !== 'redacted_thinking' && isKept(block)
}

/** The content of a block, ignoring fields that a client adds. */
function wordsOf({ type, text, id, ...rest }: RawRecord): unknown {
  return [type, text ?? id ?? rest]
}

function resultBlocks(results: readonly LookupResult[]): readonly RawRecord[] {
  return results.map(({ call, text, isError }) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content: text,
    ...(isError ? { is_error: true } : {}),
  }))
}

function blocksOf({ content }: RawRecord): readonly RawRecord[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : recordsOf(content)
}

interface OpenBlock {
  readonly block: Record<string, unknown>
  /** The pieces of the input of a call. */
  json: string
  /** The index that the client sees; `undefined` for a call of ours. */
  readonly place: number | undefined
}

/** Combines several streamed answers of the Anthropic Messages API into one. */
function anthropicStream(): StreamEditor {
  let turns = 0
  /** How many blocks the client has seen begin, in all turns. */
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
      const answer = {
        ...value,
        delta: { ...delta, stop_reason: visibleReason(last, delta.stop_reason) },
        usage,
      }
      return eventText('message_delta', answer) + eventText('message_stop', { type: 'message_stop' })
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

/** A finished answer of the Anthropic Messages API, with our calls separated from those of the client. */
function anthropicTurn(blocks: readonly RawRecord[], reason: unknown): Turn {
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  const ours = uses.filter(isOurs)
  return {
    items: blocks,
    calls: ours.map(({ id, name, input }) => ({ id: String(id), name: String(name), input })),
    isMixed: uses.length > ours.length,
    wantsAnswers: reason === 'tool_use',
  }
}

function isOurs({ type, name }: RawRecord): boolean {
  return type === 'tool_use' && isLookup(name)
}

/** Without a visible call, the client has nothing to answer. */
function visibleReason(turn: Turn | undefined, reason: unknown): unknown {
  const isUnseen = turn !== undefined && !turn.isMixed && turn.calls.length > 0
  return reason === 'tool_use' && isUnseen ? 'end_turn' : reason
}
