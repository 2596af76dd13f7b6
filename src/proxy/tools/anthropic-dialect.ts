/** Our tools in a conversation of the Anthropic Messages API. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import { lookupTools } from '../../lookup/lookup-tools.ts'
import { hashText } from '../../measure/hash.ts'
import { anthropicStream } from './anthropic-stream.ts'
import { anthropicTurn, isOurs, visibleReason } from './anthropic-turn.ts'
import type { Dialect, LookupResult, Turn } from './dialect.ts'
import { eventText } from './event-text.ts'
import { withListedTools } from './listed-tools.ts'
import { inserted, listOf, recordsOf } from './raw-list.ts'
import { summedUsage } from './sum-usage.ts'

const ourTools = lookupTools.map(({ name, description, input }) => ({
  name,
  description,
  input_schema: input,
}))

export const anthropicDialect: Dialect = {
  withTools: body => withListedTools(body, ourTools, ({ name }) => name),
  streamEditor: anthropicStream,
  readTurn: ({ content, stop_reason }) =>
    Array.isArray(content) ? anthropicTurn(recordsOf(content), stop_reason) : undefined,
  next: (body, { turn, results }) => ({
    ...body,
    messages: [...listOf(body.messages), assistantMessage(turn), resultMessage(results)],
  }),
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
  errorEvent: message => eventText('error', { type: 'error', error: { type: 'api_error', message } }),

  hidden: (rounds, last, session) => {
    const earlier = rounds.flatMap(({ turn }) => visible(turn))
    const blocks = [...earlier, ...visible(last.turn)]
    if (blocks.length === 0) return []
    return [
      {
        key: fingerprint(blocks, session),
        value: {
          before: rounds.flatMap(({ turn, results }) => [assistantMessage(turn), resultMessage(results)]),
          taken: earlier.length,
          calls:
            last.results.length === 0
              ? []
              : last.turn.items.flatMap((item, at) => (isOurs(item) ? [{ at, item }] : [])),
          results: resultBlocks(last.results),
        },
      },
    ]
  },
  keys: ({ messages }, session) => listOf(messages).flatMap(message => keyOf(message, session) ?? []),
  restore: (body, found, session) => {
    const unused = new Map(found)
    let results: readonly unknown[] = []
    const messages = listOf(body.messages).flatMap((message, index, all) => {
      const waiting = results
      results = []
      if (waiting.length > 0 && isRecord(message))
        return [{ ...message, content: [...waiting, ...blocksOf(message)] }]
      const key = keyOf(message, session) ?? ''
      const hidden = unused.get(key)
      if (hidden === undefined || !isRecord(message)) return [message]
      unused.delete(key)
      const next = all[index + 1]
      const isAnswered = isRecord(next) && next.role === 'user'
      if (isAnswered) results = listOf(hidden.results)
      const calls = isAnswered ? (listOf(hidden.calls) as readonly Placed[]) : []
      const content = inserted(blocksOf(message).slice(Number(hidden.taken)), calls)
      return [...listOf(hidden.before), ...(content.length === 0 ? [] : [{ ...message, content }])]
    })
    return { ...body, messages }
  },
}

interface Placed {
  readonly at: number
  readonly item: RawRecord
}

function visible({ items }: Turn): readonly RawRecord[] {
  return items.filter(block => !isOurs(block))
}

/** An empty text, which a model may write, is refused when it comes back. */
function assistantMessage({ items }: Turn): RawRecord {
  return { role: 'assistant', content: items.filter(({ type, text }) => type !== 'text' || text !== '') }
}

function resultMessage(results: readonly LookupResult[]): RawRecord {
  return { role: 'user', content: resultBlocks(results) }
}

function resultBlocks(results: readonly LookupResult[]): readonly RawRecord[] {
  return results.map(({ call, text, isError }) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content: text,
    ...(isError ? { is_error: true } : {}),
  }))
}

function keyOf(message: unknown, session: string): string | undefined {
  return isRecord(message) && message.role === 'assistant'
    ? fingerprint(blocksOf(message), session)
    : undefined
}

function blocksOf({ content }: RawRecord): readonly RawRecord[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : recordsOf(content)
}

/** By what was said in this session, whatever a client adds to it. */
function fingerprint(blocks: readonly RawRecord[], session: string): string {
  const said = blocks.map(({ type, text, thinking, data, id }) => [
    type,
    text ?? thinking ?? data ?? id ?? null,
  ])
  return hashText(`fovea lookups anthropic\n${JSON.stringify([session, said])}`)
}
