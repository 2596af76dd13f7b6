/** Our tools in a conversation of the OpenAI Responses API. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { lookupTools } from '../../../tools/lookup/lookup-tools.ts'
import type { Dialect, HiddenRounds, LookupResult, Round, Turn } from './dialect.ts'
import { eventText } from './event-text.ts'
import { toolsBehind } from './listed-tools.ts'
import { plainItem } from './plain-item.ts'
import { listOf, recordsOf } from './raw-list.ts'
import { responsesStream } from './responses-stream.ts'
import { isOurs, responsesTurn } from './responses-turn.ts'
import { summedUsage } from './sum-usage.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  type: 'function',
  name,
  description,
  parameters: input,
  strict: false,
}))

export const responsesDialect: Dialect = {
  format: 'openai-responses',
  // An answer in the background is fetched by its identifier: nobody is there to continue it.
  ourTools: body => (body.background === true ? [] : toolsBehind(body, ourTools, ({ name }) => name)),
  itemsOf: ({ input }) => (typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)),
  withItems: (body, input) => ({ ...body, input }),
  streamEditor: responsesStream,
  readTurn: answer =>
    Array.isArray(answer.output) ? responsesTurn(recordsOf(answer.output), answer) : undefined,
  // Reasoning that the provider did not keep comes back only with its encrypted content.
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

  said: item => {
    if (!isRecord(item)) return plainItem(item, 'input_text')
    const { type = 'message', role, call_id, id, content } = item
    if (isReasoning(item)) return undefined
    if (type === 'message' && role === 'assistant') return ['assistant', textOf(content)]
    return isCall(type) ? [type, call_id ?? id] : plainItem(item, 'input_text')
  },
  idOf: item => (isRecord(item) && typeof item.id === 'string' ? item.id : undefined),
  hidden: hiddenRuns,
  restore: (items, found) => {
    const all: unknown[] = []
    const added = []
    /** Reasoning since the last item that is none. */
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

/** Items that the client does not see, behind so many of the reasoning items of their gap. */
interface Run {
  readonly after: number
  readonly items: readonly RawRecord[]
}

/** Each before the next item that the client sees and that is no reasoning. */
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
    // Where calls of the client are beside ours, ours go before the first of them, with their results.
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

/** A client sends the reasoning of a gap back, or none of it. */
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

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return recordsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
