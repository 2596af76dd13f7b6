/** Runs of messages that give their place to one message about them. */
import { indicesOf, type MessageGroup } from '../measure/message-groups.ts'
import type { Measured } from '../reduce/plan.ts'
import { handlesIn, maxSpanEnd, type SpanMark } from '../scan/marker.ts'
import { toText } from '../tokens/bytes.ts'
import { handleNotIn, handleOf } from '../tokens/handle.ts'
import { hashBytes } from '../tokens/hash.ts'
import { jsonBytes, jsonHash } from '../tokens/json-bytes.ts'
import { plainCopies } from '../tokens/plain-copy.ts'
import type { Path } from '../types.ts'
import type { Conversation, StoreLookup } from './conversation.ts'
import { type InstructionText, instructionTexts } from './instruction-texts.ts'
import type { OriginalText } from './originals.ts'

export interface DigestSource extends Omit<SpanMark, 'ledger'> {
  /** Index of the first message that it replaces. */
  readonly first: number
}

/** One run of messages, ready to be summarized. */
export interface DigestSpan extends MessageGroup {
  readonly members: readonly Measured[]
  readonly source: DigestSource
  readonly original: OriginalText
  /** Where the text is in the message that takes their place. */
  readonly path: Path
  /** Instructions before it in the same value, where a message is one text. */
  readonly lead: string
  /** Messages that stay visible before it. */
  readonly instructions: readonly InstructionText[]
  /** Tokens of the message without its text. */
  readonly frameTokens: number
  /** The most that it takes to make it a part of its neighbours. */
  readonly joiningTokens: number
}

/** Messages as JSON hardly take more. */
const bytesPerToken = 6
/** The bytes of shorter messages are kept. */
const minCopied = 1 << 20

export function digestSpans(
  conversation: Conversation,
  spans: readonly MessageGroup[],
  messageTokens: readonly number[],
  known: StoreLookup,
  isNamed: boolean,
): readonly DigestSpan[] {
  const { format, raw, messages, blocks, counters } = conversation
  const taken = new Set(
    blocks.flatMap(({ hasHandle: named, message, block }) => {
      const said = messages[message]?.blocks[block]
      return named && said !== undefined && said.type !== 'opaque' ? handlesIn(said.text) : []
    }),
  )
  const bare = spanMessage([], conversation)
  const { counter } = counters
  const tokensOf = (texts: readonly InstructionText[]): number =>
    texts.reduce((sum, { text }) => sum + counter.count(`${text}\n\n`), 0)
  const joint = counter.count(maxSpanEnd)
  const starts = new Set(spans.map(({ first }) => first))
  const ends = new Set(spans.map(({ last }) => last))
  /** Next to a user's message or another of these: the text that replaces it becomes a part of that one. */
  const isJoined = ({ first, last }: MessageGroup): boolean =>
    ends.has(first - 1) ||
    starts.has(last + 1) ||
    messages[first - 1]?.role === 'user' ||
    messages[last + 1]?.role === 'user'
  const blocksOf = Map.groupBy(blocks, ({ message }) => message)
  return spans.map(({ first, last }) => {
    const tokens = messageTokens.slice(first, last + 1).reduce((sum, count) => sum + count, 0)
    const written = writtenMessages(raw.slice(first, last + 1), tokens * bytesPerToken)
    const { hash } = written
    const handle = handleNotIn(taken, known.handles.get(hash) ?? handleOf(hash), hash)
    const members = indicesOf({ first, last }).flatMap(message => blocksOf.get(message) ?? [])
    const instructions = members.flatMap(member => instructionTexts(member, conversation, isNamed))
    const { message, path, lead } =
      instructions.length === 0
        ? bare
        : spanMessage(
            instructions.map(({ text }) => text),
            conversation,
          )
    return {
      first,
      last,
      members,
      source: { first, messages: last - first + 1, tokens, hash, handle: isNamed ? handle : undefined },
      original: originalOf(written, { handle, message }),
      path,
      lead,
      instructions,
      frameTokens: format.framing.message + tokensOf(instructions),
      joiningTokens: isJoined({ first, last }) ? joint : 0,
    }
  })
}

/** Messages as JSON. */
interface WrittenMessages {
  readonly hash: string
  bytes(): Uint8Array
}

/** Of a long history a copy of its objects is kept, which shares their strings, instead of the bytes. */
function writtenMessages(messages: readonly unknown[], expected: number): WrittenMessages {
  const copies = expected < minCopied ? undefined : plainCopies(messages)
  if (copies !== undefined) return { hash: jsonHash(copies), bytes: () => jsonBytes(copies, expected) }
  const bytes = jsonBytes(messages, expected)
  return { hash: hashBytes(bytes), bytes: () => bytes }
}

/** Most spans are planned without ever being stored: their text is made when a caller needs it. */
function originalOf(
  { hash, bytes }: WrittenMessages,
  named: Pick<OriginalText, 'handle' | 'message'>,
): OriginalText {
  let text: string | undefined
  return {
    ...named,
    hash,
    get text() {
      text ??= toText(bytes())
      return text
    },
    get bytes() {
      return bytes()
    },
    media: 'messages',
    isSummary: true,
  }
}

interface SpanMessage {
  readonly message: unknown
  readonly path: Path
  readonly lead: string
}

/** A user's message of these texts and one more, which is to be written. */
function spanMessage(texts: readonly string[], { format, raw, messages }: Conversation): SpanMessage {
  const place = '-'
  const blocks = [...texts, place].map(text => ({ type: 'text', text, media: 'text' }) as const)
  const speaks = (said: readonly (typeof blocks)[number][]): SpanMessage => {
    const [message] = format.create([{ role: 'user', blocks: said }])
    const read = format.read([message])[0]?.blocks.at(-1)
    return read?.type === 'text'
      ? { message, path: read.path ?? [], lead: read.text.slice(0, -place.length) }
      : { message, path: [], lead: '' }
  }
  const isText = messages.every(({ role }, index) => role !== 'user' || isOneText(raw[index]))
  return isText
    ? speaks([{ type: 'text', text: [...texts, place].join('\n\n'), media: 'text' }])
    : speaks(blocks)
}

/** Servers of local models often know no other content. */
function isOneText(message: unknown): boolean {
  return typeof (message as { readonly content?: unknown } | null)?.content === 'string'
}
