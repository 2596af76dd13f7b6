/** Our tools in a conversation of the OpenAI Responses API. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import { lookupTools } from '../../lookup/lookup-tools.ts'
import { hashText } from '../../measure/hash.ts'
import type { Dialect, LookupResult, Round, Turn } from './dialect.ts'
import { eventText } from './event-text.ts'
import { withListedTools } from './listed-tools.ts'
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
  // An answer in the background is fetched by its identifier: nobody is there to continue it.
  withTools: body => (body.background === true ? body : withListedTools(body, ourTools, ({ name }) => name)),
  streamEditor: responsesStream,
  readTurn: answer =>
    Array.isArray(answer.output) ? responsesTurn(recordsOf(answer.output), answer) : undefined,
  next: (body, round) => ({ ...body, input: [...inputOf(body), ...sentBack(round, body.store === false)] }),
  merge: (answers, turns) => ({
    ...answers.at(-1),
    id: answers[0]?.id,
    output: turns.flatMap(visible),
    ...summedUsage(answers.map(({ usage }) => usage)),
  }),
  errorEvent: message =>
    eventText('error', { type: 'error', code: 'server_error', param: null, message, sequence_number: 0 }),

  hidden: (rounds, last, session) => {
    const placed = new Map<string, readonly RawRecord[]>()
    let items: readonly RawRecord[] = []
    const place = (before: RawRecord): void => {
      if (items.length > 0)
        for (const key of keysOf(before, session)) placed.set(key, [...(placed.get(key) ?? []), ...items])
      items = []
    }
    for (const { turn, results } of [...rounds, last]) {
      const [first] = visible(turn)
      if (first !== undefined) place(first)
      if (results.length > 0) items = [...items, ...turn.items.filter(isOurs), ...results.map(resultItem)]
      // Where the client's own calls stand beside ours, ours go before the first of them.
      const called = turn.isMixed ? visible(turn).find(({ type }) => isCall(type)) : undefined
      if (called !== undefined) place(called)
    }
    const seenId = rounds[0]?.turn.id ?? last.turn.id
    const renamed = { id: last.turn.id, items: last.results.map(resultItem) }
    return [
      ...Array.from(placed, ([key, hidden]) => ({ key, value: { items: hidden } })),
      ...(seenId === undefined ? [] : [{ key: previousKey(seenId), value: renamed }]),
    ]
  },
  keys: ({ input, previous_response_id: id }, session) => [
    ...recordsOf(input).flatMap(item => keysOf(item, session)),
    ...(typeof id === 'string' ? [previousKey(id)] : []),
  ],
  restore: (body, found, session) => {
    /** An item may be known by two names; what was hidden stands before it once. */
    const used = new Set<string>()
    const input = listOf(body.input).flatMap(item => {
      const key = isRecord(item) ? keysOf(item, session).find(each => found.has(each)) : undefined
      const items = key === undefined ? [] : recordsOf(found.get(key)?.items)
      const name = String(items[0]?.call_id)
      if (items.length === 0 || used.has(name)) return [item]
      used.add(name)
      return [...items, item]
    })
    return continued({ ...body, ...(Array.isArray(body.input) ? { input } : {}) }, found)
  },
}

/** A request that names an answer instead of repeating it: the client knows that by the name of its first turn. */
function continued(body: RawRecord, found: ReadonlyMap<string, RawRecord>): RawRecord {
  const { previous_response_id: id } = body
  const renamed = typeof id === 'string' ? found.get(previousKey(id)) : undefined
  if (renamed === undefined) return body
  return { ...body, previous_response_id: renamed.id, input: [...listOf(renamed.items), ...inputOf(body)] }
}

function previousKey(id: string): string {
  return hashText(`fovea lookups responses previous\n${id}`)
}

function visible({ items }: Turn): readonly RawRecord[] {
  return items.filter(item => !isOurs(item))
}

function inputOf({ input }: RawRecord): readonly unknown[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)
}

/** Reasoning that the provider did not keep comes back only with its encrypted content. */
function sentBack({ turn, results }: Round, isForgotten: boolean): readonly RawRecord[] {
  const items = turn.items.filter(
    ({ type, encrypted_content }) =>
      !isForgotten || type !== 'reasoning' || typeof encrypted_content === 'string',
  )
  return [...items, ...results.map(resultItem)]
}

function resultItem({ call, text }: LookupResult): RawRecord {
  return { type: 'function_call_output', call_id: call.id, output: text }
}

function isCall(type: unknown): boolean {
  return typeof type === 'string' && type.endsWith('_call')
}

/** By its identifier, and by what it says in this session, for clients that leave identifiers out. */
function keysOf(item: RawRecord, session: string): readonly string[] {
  const { type = 'message', id, call_id, encrypted_content, content } = item
  if (item.role !== undefined && item.role !== 'assistant') return []
  const said = call_id ?? encrypted_content ?? textOf(content)
  return [id, said]
    .filter(name => typeof name === 'string' && name !== '')
    .map(name => hashText(`fovea lookups responses\n${JSON.stringify([session, type, name])}`))
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return recordsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
