/** The text that replaces earlier messages joins neighbouring messages of the same role, so that roles alternate. */
import { spanEnd } from '../scan/marker.ts'
import { hashText } from '../tokens/hash.ts'
import { messageJson } from '../tokens/message-json.ts'
import { countMessage } from '../tokens/message-tokens.ts'
import type { Message, Path } from '../types.ts'
import { type Conversation, keysOf, type StoreLookup } from './conversation.ts'
import { viewKey } from './provenance.ts'
import type { JoinedMessages } from './view-outcome.ts'

/** One message of a view, and which messages of the conversation it is or replaces. */
export interface ViewMessage {
  readonly first: number
  readonly last: number
  readonly message: unknown
  /** Where it summarizes earlier messages, and which; absent where it is one of the conversation's own. */
  readonly summary?: { readonly path: Path; readonly text: string }
}

interface JoinedView {
  readonly view: readonly ViewMessage[]
  readonly joins: readonly JoinedMessages[]
  /** Tokens that the view has more, or fewer. */
  readonly tokens: number
}

export function joinNeighbours(
  view: readonly ViewMessage[],
  conversation: Conversation,
  known: Pick<StoreLookup, 'views'>,
): JoinedView {
  const { format, counters } = conversation
  const read = format.read(view.map(({ message }) => message))
  /** By the hash of a text: what it replaces; `undefined` where it replaces nothing. */
  const taken = new Map<string, string | undefined>(Array.from(keysOf(conversation), key => [key, undefined]))
  for (const [hash, { original }] of known.views) taken.set(hash, original)
  const joined: ViewMessage[] = []
  const joins: JoinedMessages[] = []
  let tokens = 0
  for (let index = 0; index < view.length; index += 1) {
    const start = index
    while (isPair(index)) index += 1
    const run = view.slice(start, index + 1)
    const one = run.length === 1 ? undefined : joinedRun(run)
    if (one === undefined) {
      joined.push(...run)
      continue
    }
    joined.push(one.message)
    joins.push(one.join)
    tokens += countOf(one.neutral)
    for (const message of read.slice(start, index + 1)) tokens -= countOf(message)
  }
  return { view: joined, joins, tokens }

  /** Neighbours of one role that were apart before stay apart. */
  function isPair(index: number): boolean {
    const next = index + 1
    const isUser = read[index]?.role === 'user' && read[next]?.role === 'user'
    return isUser && (view[index]?.summary !== undefined || view[next]?.summary !== undefined)
  }

  function countOf(message: Message): number {
    return countMessage(message, format.framing, counters.counter)
  }

  function joinedRun(
    run: readonly ViewMessage[],
  ): { readonly message: ViewMessage; readonly join: JoinedMessages; readonly neutral: Message } | undefined {
    const text = messageJson(run.map(part => part.message))
    const original = hashText(text)
    const end = spanEnd(original)
    const message = format.join(run.map(part => withEnd(part, end)))
    if (message === undefined) return undefined
    const [neutral] = format.read([message]) as [Message]
    const viewHashes = neutral.blocks.flatMap(block =>
      block.type === 'text' && block.path !== undefined && block.text.includes(end)
        ? [viewKey(block.text, message)]
        : [],
    )
    // The same text that replaces something else could not be distinguished from it.
    const isTaken = (hash: string): boolean => taken.has(hash) && taken.get(hash) !== original
    if (viewHashes.length === 0 || viewHashes.some(isTaken)) return undefined
    for (const hash of viewHashes) taken.set(hash, original)
    const first = (run[0] as ViewMessage).first
    const last = (run.at(-1) as ViewMessage).last
    return {
      message: { first, last, message },
      join: { first, last, text, hash: original, viewHashes },
      neutral,
    }
  }

  /** The end line distinguishes the text from the same one in a message of its own. */
  function withEnd({ message, summary }: ViewMessage, end: string): unknown {
    if (summary === undefined) return message
    const edit = {
      message: 0,
      path: summary.path,
      text: `${summary.text}\n${end}`,
      media: 'text',
    } as const
    return format.write([message], [edit])[0]
  }
}
