/** Separates messages that a view joined: the summary of earlier messages is no part of what a person said. */
import type { Format } from '../formats/format.ts'
import { maxSpanEnd, spanEnd, spanMarkerIn } from '../scan/marker.ts'
import type { Store } from '../store/store.ts'
import { toText } from '../tokens/bytes.ts'
import { handleOf } from '../tokens/handle.ts'
import { isRecord } from '../tokens/json-value.ts'
import { parseMessageJson } from '../tokens/message-json.ts'
import type { Message, TokenCounter } from '../types.ts'
import type { Apart, Conversation } from './conversation.ts'
import type { ExpandedInput } from './expanded-input.ts'
import { viewKey } from './provenance.ts'
import { isLaterJoin, type ReplacedMessages } from './replaced-messages.ts'
import { spanParts } from './span-parts.ts'
import { orMissing, type SyncOrAsync, waitFor } from './sync-or-async.ts'

/** By index, what each joined message was made of, as far as the store has it. Asks one question at a time. */
export function* separateJoined(
  { raw, unmasked, format }: Pick<Conversation, 'raw' | 'unmasked' | 'format'>,
  store: Store,
  isPinned: (index: number) => boolean,
): SyncOrAsync<ReadonlyMap<number, readonly unknown[]>> {
  const parts = new Map<number, readonly unknown[]>()
  for (const [index, message] of raw.entries()) {
    if (isPinned(index)) continue
    const apart = yield* partsOf(message, unmasked[index] as Message, format, store)
    if (apart !== undefined) parts.set(index, apart)
  }
  return parts
}

function* partsOf(
  message: unknown,
  read: Message,
  format: Format,
  store: Store,
): SyncOrAsync<readonly unknown[] | undefined> {
  if (spanParts(read).length < 2) return undefined
  const texts = new Map(
    read.blocks.flatMap(block =>
      block.type === 'text' && block.path !== undefined ? [[viewKey(block.text, message), block.text]] : [],
    ),
  )
  const views = yield* waitFor(() => store.views([...texts.keys()]))
  let join: ReplacedMessages | undefined
  for (const { hash, media, original } of views.values()) {
    const text = texts.get(hash)
    // What replaces messages without being joined has no end line of the same hash.
    if (media !== 'messages' || !text?.includes(spanEnd(original))) continue
    const bytes = yield* orMissing(waitFor(() => store.get(handleOf(original, original.length))))
    if (bytes === undefined) return undefined
    const found = { text, original: toText(bytes) }
    if (join === undefined || isLaterJoin(found, join)) join = found
  }
  const joined: unknown = join === undefined ? undefined : parseMessageJson(join.original)
  if (!Array.isArray(joined) || !joined.every(isRecord)) return undefined
  const inner = format.read(joined)
  // The message has more since a later join, whose text was edited.
  if (read.blocks.length > inner.reduce((sum, { blocks }) => sum + blocks.length, 0)) return undefined
  const parts: unknown[] = []
  for (const [at, part] of joined.entries())
    parts.push(...((yield* partsOf(part, inner[at] as Message, format, store)) ?? [part]))
  return parts
}

/** Which messages of a conversation that was taken apart replace earlier ones. */
export function summariesApart(
  messages: readonly Message[],
  { givenAt }: ExpandedInput,
  counter: TokenCounter,
): Apart {
  const summaries = new Map(
    messages.flatMap(({ role, blocks }, index) => {
      const wasJoined = [givenAt[index - 1], givenAt[index + 1]].includes(givenAt[index])
      const block = blocks.find(each => each.type === 'text' && spanMarkerIn(each.text) !== undefined)
      if (role !== 'user' || !wasJoined || block?.type !== 'text' || block.path === undefined) return []
      return [[index, { path: block.path, text: block.text }]]
    }),
  )
  return { summaries, joiningTokens: summaries.size * counter.count(maxSpanEnd) }
}
