/** Our tools in a conversation of the OpenAI Responses API. */
import { isRecord, listOf, type RawRecord } from '../../../formats/raw-value.ts'
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { isLookup, lookupTools } from '../../../tools/lookup/lookup-tools.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'
import { summedUsage, sumUsage } from '../usage/usage-of.ts'
import type { Dialect, HiddenRounds, LookupResult, Round, StreamEditor, Turn } from './dialect.ts'
import { eventText, eventValue, parsedInput } from './event-text.ts'
import { contentText, plainItem, recordsOf, toolsBehind } from './raw-list.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  type: 'function',
  name,
  description,
  parameters: input,
  strict: false,
}))

export const responsesDialect: Dialect = {
  format: 'openai-responses',
  // A background answer is fetched by its identifier: no client waits to continue it.
  ourTools: body => (body.background === true ? [] : toolsBehind(body, ourTools, ({ name }) => name)),
  itemsOf: ({ input }) => (typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)),
  withItems: (body, input) => ({ ...body, input }),
  streamEditor: responsesStream,
  readTurn: answer =>
    Array.isArray(answer.output) ? responsesTurn(recordsOf(answer.output), answer) : undefined,
  // Reasoning that the provider did not store can be sent back only with its encrypted content.
  sentBack: ({ turn, results }, body) => [
    ...turn.items.filter(
      item => body.store !== false || !isReasoning(item) || typeof item.encrypted_content === 'string',
    ),
    ...results.map(resultItem),
  ],
  merge: (answers, turns) => ({
    ...answers.at(-1),
    id: answers[0]?.id,
    output: turns.flatMap(visible),
    ...summedUsage(answers.map(({ usage }) => usage)),
  }),
  errorEvent: ({ type, code, message, fields }) =>
    eventText('error', {
      type: 'error',
      param: null,
      sequence_number: 0,
      code: code ?? type,
      message,
      error: { ...fields, type, code, message },
    }),

  contentOf: item => {
    if (!isRecord(item)) return plainItem(item, 'input_text')
    const { type = 'message', role, call_id, id, content } = item
    if (isReasoning(item)) return undefined
    if (type === 'message' && role === 'assistant') return ['assistant', contentText(content)]
    return isCall(type) ? [type, call_id ?? id] : plainItem(item, 'input_text')
  },
  idOf: item => (isRecord(item) && typeof item.id === 'string' ? item.id : undefined),
  hidden: hiddenRuns,
  restore: (items, found) => {
    const all: unknown[] = []
    const added = []
    /** Reasoning items since the last other item. */
    let gap: unknown[] = []
    for (const [index, item] of items.entries()) {
      if (isRecord(item) && isReasoning(item)) {
        gap.push(item)
        continue
      }
      const others = [...withRuns(gap, found.get(index)), item]
      if (others.length > gap.length + 1)
        added.push({
          first: all.length,
          last: all.length + others.length - 1,
          messages: [...gap, item],
        })
      all.push(...others)
      gap = []
    }
    return { items: [...all, ...gap], added }
  },
  byName: {
    of: ({ previous_response_id: id }) => (typeof id === 'string' ? id : undefined),
    isForgotten: ({ store }) => store === false,
    hidden: (rounds, last) => {
      const name = rounds[0]?.turn.id ?? last.turn.id
      const isHidden = rounds.length > 0 || last.results.length > 0
      return name === undefined || !isHidden
        ? undefined
        : { name, value: { id: last.turn.id, items: last.results.map(resultItem) } }
    },
    restore: (body, { id, items }) => {
      const results = listOf(items)
      const input = [...results, ...responsesDialect.itemsOf(body)]
      const added = results.length === 0 ? [] : [{ first: 0, last: results.length - 1, messages: [] }]
      return { body: { ...body, previous_response_id: id, input }, added }
    },
  },
}

/** Items that the client does not see, and how many reasoning items of their gap precede them. */
interface Run {
  readonly after: number
  readonly items: readonly RawRecord[]
}

/** Hidden items belong to the next visible item that is not reasoning. */
function hiddenRuns(rounds: readonly Round[], last: Round): HiddenRounds {
  const seen: RawRecord[] = []
  const hidden: { at: number; value: RawRecord }[] = []
  let runs: Run[] = []
  let gap = 0
  let waiting: RawRecord[] = []
  const place = (): void => {
    if (waiting.length > 0) runs.push({ after: gap, items: waiting })
    waiting = []
  }
  for (const { turn, results } of [...rounds, last]) {
    const outputs = results.map(resultItem)
    // Our calls and their results go before the first call of the client.
    const beside = turn.isMixed ? visible(turn).find(({ type }) => isCall(type)) : undefined
    for (const item of turn.items) {
      if (item === beside && results.length > 0) waiting.push(...turn.items.filter(isOurs), ...outputs)
      if (isOurs(item)) {
        if (beside === undefined && results.length > 0) waiting.push(item)
        continue
      }
      place()
      if (isReasoning(item)) gap += 1
      else {
        if (runs.length > 0) hidden.push({ at: seen.length, value: { gap, runs } })
        runs = []
        gap = 0
      }
      seen.push(item)
    }
    if (beside === undefined) waiting.push(...outputs)
  }
  return { seen, hidden }
}

/** A client sends back all of the reasoning of a gap, or none of it. */
function withRuns(gap: readonly unknown[], hidden: RawRecord | undefined): readonly unknown[] {
  if (hidden === undefined || (gap.length > 0 && gap.length !== hidden.gap)) return gap
  const runs = listOf(hidden.runs) as readonly Run[]
  return Array.from({ length: gap.length + 1 }, (_, at) => [
    ...runs.filter(({ after }) => after === at || gap.length === 0).flatMap(({ items }) => items),
    ...gap.slice(at, at + 1),
  ]).flat()
}

function visible({ items }: Turn): readonly RawRecord[] {
  return items.filter(item => !isOurs(item))
}

function resultItem({ call, text }: LookupResult): RawRecord {
  return { type: 'function_call_output', call_id: call.id, output: text }
}

function isReasoning({ type }: RawRecord): boolean {
  return type === 'reasoning'
}

function isCall(type: unknown): boolean {
  return typeof type === 'string' && type.endsWith('_call')
}

const openings: ReadonlySet<unknown> = new Set([
  'response.created',
  'response.queued',
  'response.in_progress',
])
const endings: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete'])

/** Combines several streamed answers of the Responses API into one. */
function responsesStream(): StreamEditor {
  let turns = 0
  /** The identifier of the first turn: clients expect it not to change. */
  let id: unknown
  let isBetween = true
  let isEdited = false
  /** How many items the client has seen begin, in all turns. */
  let places = 0
  /** The number of the next event that the client sees. */
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

/** Calls that wait for the client; the provider answers calls of its own tools. */
const clientCalls: ReadonlySet<unknown> =
  wordSet(`function_call custom_tool_call local_shell_call shell_call apply_patch_call computer_call
  mcp_approval_request`)

/** A finished answer of the Responses API, with our calls separated from those of the client. */
function responsesTurn(items: readonly RawRecord[], { id, status }: RawRecord): Turn {
  const ours = items.filter(isOurs)
  return {
    ...(typeof id === 'string' ? { id } : {}),
    items,
    calls: ours.map(({ call_id, name, arguments: input }) => ({
      id: String(call_id),
      name: String(name),
      input: parsedInput(String(input)),
    })),
    isMixed: items.some(item => clientCalls.has(item.type) && !isOurs(item)),
    wantsAnswers: status === 'completed',
  }
}

function isOurs({ type, name }: RawRecord): boolean {
  return type === 'function_call' && isLookup(name)
}
