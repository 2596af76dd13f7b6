/** Separates messages that a view joined: the summary of earlier messages is no part of what a person said. */
import type { Format } from '../formats/format.ts'
import { maxSpanEnd, spanEnd } from '../scan/marker.ts'
import type { Store } from '../store/store.ts'
import { toText } from '../tokens/bytes.ts'
import { handleOf } from '../tokens/handle.ts'
import { isRecord } from '../tokens/json-value.ts'
import { parseMessageJson } from '../tokens/message-json.ts'
import type { Message, Path, TokenCounter } from '../types.ts'
import type { Apart, Conversation } from './conversation.ts'
import type { ExpandedInput } from './expanded-input.ts'
import { viewKey } from './provenance.ts'
import { isLaterJoin, type ReplacedMessages } from './replaced-messages.ts'
import { spanParts } from './span-parts.ts'
import { orMissing, type SyncOrAsync, waitFor } from './sync-or-async.ts'

/** A message that was joined with others. */
interface JoinedPart {
  readonly message: unknown
  /** Where it replaces earlier messages: its text, and where. */
  readonly summary?: { readonly path: Path; readonly text: string }
}

/** By index, what each joined message was made of. */
export type JoinedParts = ReadonlyMap<number, readonly JoinedPart[]>

/** What the joined messages were made of, as far as the store has it. Asks one question at a time. */
export function* separateJoined(
  { raw, unmasked, format }: Pick<Conversation, 'raw' | 'unmasked' | 'format'>,
  store: Store,
  isPinned: (index: number) => boolean,
): SyncOrAsync<JoinedParts> {
  const parts = new Map<number, readonly JoinedPart[]>()
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
): SyncOrAsync<readonly JoinedPart[] | undefined> {
  if (spanParts(read).length < 2) return undefined
  const texts = new Map(
    read.blocks.flatMap(block =>
      block.type === 'text' && block.path !== undefined ? [[viewKey(block.text, message), block.text]] : [],
    ),
  )
  const views = yield* waitFor(() => store.views([...texts.keys()]))
  let join: (ReplacedMessages & { readonly end: string }) | undefined
  for (const { hash, media, original } of views.values()) {
    const text = texts.get(hash)
    const end = spanEnd(original)
    // What replaces messages without being joined has no end line of the same hash.
    if (media !== 'messages' || !text?.includes(end)) continue
    const bytes = yield* orMissing(waitFor(() => store.get(handleOf(original, original.length))))
    if (bytes === undefined) return undefined
    const found = { text, original: toText(bytes), end }
    if (join === undefined || isLaterJoin(found, join)) join = found
  }
  const joined: unknown = join === undefined ? undefined : parseMessageJson(join.original)
  if (join === undefined || !Array.isArray(joined) || !joined.every(isRecord)) return undefined
  const inner = format.read(joined)
  // The message has more since a later join, whose text was edited.
  if (read.blocks.length > inner.reduce((sum, { blocks }) => sum + blocks.length, 0)) return undefined
  const summaries = endedTexts(inner, read, join.end)
  const parts: JoinedPart[] = []
  for (const [at, part] of joined.entries()) {
    const summary = summaries.get(at)
    const apart = yield* partsOf(part, inner[at] as Message, format, store)
    parts.push(...(apart ?? [{ message: part, ...(summary && { summary }) }]))
  }
  return parts
}

/** Which messages of a joined one replace earlier messages: it has the end line right behind their text. */
function endedTexts(
  parts: readonly Message[],
  joined: Message,
  end: string,
): ReadonlyMap<number, NonNullable<JoinedPart['summary']>> {
  const texts = joined.blocks.flatMap(block => (block.type === 'text' ? [block.text] : []))
  const summaries = new Map<number, NonNullable<JoinedPart['summary']>>()
  let at = 0
  let from = 0
  for (const [index, { blocks }] of parts.entries())
    for (const block of blocks) {
      if (block.type !== 'text') continue
      const text = texts[at] ?? ''
      const isSame = text.startsWith(block.text, from)
      from += block.text.length
      if (isSame && text.startsWith(`\n${end}`, from)) {
        from += end.length + 1
        if (block.path !== undefined) summaries.set(index, { path: block.path, text: block.text })
      }
      // Messages of one text each are joined as paragraphs, others by their parts.
      if (isSame && text.startsWith('\n\n', from)) from += 2
      else {
        at += 1
        from = 0
      }
    }
  return summaries
}

/** Which messages of a conversation that was taken apart replace earlier ones. */
export function summariesApart(parts: JoinedParts, { givenAt }: ExpandedInput, counter: TokenCounter): Apart {
  let at = 0
  const summaries = new Map(
    givenAt.flatMap((given, index) => {
      at = given === givenAt[index - 1] ? at + 1 : 0
      const summary = parts.get(given)?.[at]?.summary
      return summary === undefined ? [] : [[index, summary]]
    }),
  )
  return { summaries, joiningTokens: summaries.size * counter.count(maxSpanEnd) }
}
