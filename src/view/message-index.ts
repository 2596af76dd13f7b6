/** The numbers of messages in a session, and where each of them is stored. */
import { FoveaError } from '../errors.ts'
import type { LedgerSpan } from '../ledger/stored-ledger.ts'
import type { SpanMarker } from '../scan/marker.ts'
import type { Message } from '../types.ts'
import { spanParts } from './span-parts.ts'

/** The number of each message, and of the one that would come next: the first is 1, and a message that replaces several counts as many. */
export function messageNumbers(messages: readonly Message[]): readonly number[] {
  const numbers = [1]
  for (const message of messages) numbers.push((numbers.at(-1) as number) + countIn(message))
  return numbers
}

/** How many messages of the session a message is or replaces. */
function countIn(message: Message): number {
  if (message.role !== 'user') return 1
  const parts = spanParts(message)
  if (parts.every(({ mark }) => mark === undefined)) return 1
  return parts.reduce((sum, { mark }) => sum + (mark === undefined ? 1 : believed(mark)), 0)
}

/** A text may claim anything: no message has fewer tokens than one. */
function believed({ messages, tokens = messages }: SpanMarker): number {
  return messages <= tokens ? Math.max(1, messages) : 1
}

const indexName = /; (?:[\w./ -]{1,60} )?(db_[0-9a-f]{12,64})#n is message n, /

/** The index that an earlier view names in its first line. */
function indexIn(message: Message): string | undefined {
  return spanParts(message)
    .map(({ mark, text }) => (mark === undefined ? undefined : indexName.exec(text.slice(0, 400))?.[1]))
    .findLast(handle => handle !== undefined)
}

/** A run of messages that is stored together. */
interface StoredRun {
  readonly first: number
  readonly last: number
  readonly handle: string
}

/** What leads from the number of a message to where it is stored. */
interface MessageIndex {
  readonly fovea: 'index'
  readonly spans: readonly LedgerSpan[]
}

/** As it is stored with these runs. */
export function messageIndex(
  runs: readonly StoredRun[],
  messages: readonly Message[],
  numbers: readonly number[],
): string {
  const earlier = earlierIndices(messages, numbers)
  const index: MessageIndex = {
    fovea: 'index',
    spans: runs.flatMap(run => spansOf(run, earlier, numbers)),
  }
  return JSON.stringify(index)
}

/** `undefined` where the text is no index. */
function indexOf(text: string): MessageIndex | undefined {
  return text.startsWith('{"fovea":"index"') ? (JSON.parse(text) as MessageIndex) : undefined
}

/** The messages that an index leads to, each with the handle of its own; `undefined` where the text is no index. */
export function indexedHandles(
  text: string,
): readonly { readonly number: number; readonly original: string; readonly part: number }[] | undefined {
  return indexOf(text)?.spans.flatMap(({ first, messages, handle }) =>
    Array.from({ length: messages }, (_, at) => ({
      number: first + at + 1,
      original: handle,
      part: at + 1,
    })),
  )
}

/** The handle that leads to a message by its number; `undefined` where the text is no index. Throws where it has no such message. */
export function indexedMessage(text: string, part: string, handle: string): string | undefined {
  const index = indexOf(text)
  if (index === undefined) return undefined
  const number = /^\d{1,9}$/.test(part) ? Number(part) : 0
  const span = index.spans.find(({ first, messages }) => number > first && number <= first + messages)
  if (span !== undefined) return `${span.handle}#${number - span.first}`
  const known = index.spans.map(({ first, messages }) => `${first + 1} to ${first + messages}`).join(', ')
  throw new FoveaError(
    'invalid-handle',
    `${handle}: it leads to messages ${known}; the others are in the view as they were.`,
    { place: { handle } },
  )
}

/** The index for each message that replaces several: only the first of a view names it. */
function earlierIndices(
  messages: readonly Message[],
  numbers: readonly number[],
): readonly (string | undefined)[] {
  let last: string | undefined
  return messages.map((message, at) => {
    if ((numbers[at + 1] as number) - (numbers[at] as number) > 1) last = indexIn(message) ?? last
    return last
  })
}

/** What an earlier view replaces is found through its own index; all else by its place in the run. */
function spansOf(
  { first, last, handle }: StoredRun,
  indices: readonly (string | undefined)[],
  numbers: readonly number[],
): readonly LedgerSpan[] {
  const spans: LedgerSpan[] = []
  let from = first
  for (let index = first; index <= last; index += 1) {
    const number = numbers[index] as number
    const count = (numbers[index + 1] as number) - number
    if (count === 1) continue
    const earlier = indices[index]
    // Its numbers count as these do.
    if (earlier !== undefined) spans.push({ first: 0, messages: number + count - 1, handle: earlier })
    from = index + 1
  }
  const place = (numbers[from] as number) - 1 - (from - first)
  return from > last ? spans : [...spans, { first: place, messages: last - first + 1, handle }]
}
