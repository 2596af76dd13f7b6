/** Our tools in a conversation of the Anthropic Messages API. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { lookupTools } from '../../../tools/lookup/lookup-tools.ts'
import { anthropicStream } from './anthropic-stream.ts'
import { anthropicTurn, isOurs, visibleReason } from './anthropic-turn.ts'
import type { Dialect, LookupResult, Turn } from './dialect.ts'
import { eventText } from './event-text.ts'
import { toolsBehind } from './listed-tools.ts'
import { plainItem } from './plain-item.ts'
import { inserted, listOf, recordsOf, replacedItems } from './raw-list.ts'
import { summedUsage } from './sum-usage.ts'

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
  sentBack: ({ turn, results }) => [assistantMessage(turn), { role: 'user', content: resultBlocks(results) }],
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

  said: message =>
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
      // A client sends the reasoning of earlier turns back, or none of it.
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
  /** The same without reasoning. */
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

/** An empty text, which a model may write, is refused when it comes back. */
function isKept({ type, text }: RawRecord): boolean {
  return type !== 'text' || text !== ''
}

function isSpoken(block: RawRecord): boolean {
  return block.type !== 'thinking' && block.type !== 'redacted_thinking' && isKept(block)
}

/** Whatever a client adds to it. */
function wordsOf({ type, text, id, ...rest }: RawRecord): unknown {
  return [type, text ?? id ?? rest]
}

function assistantMessage({ items }: Turn): RawRecord {
  return { role: 'assistant', content: items.filter(isKept) }
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
