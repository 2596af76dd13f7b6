/** Runs of messages that give their place to one message about them. */
import type { Conversation, Known } from '../conversation.ts'
import { handleNotIn, handleOf } from '../handle.ts'
import { handlesIn } from '../marker.ts'
import { toBytes } from '../measure/bytes.ts'
import { hashBytes } from '../measure/hash.ts'
import { emptyMessageTokens } from '../measure/tokens/message-tokens.ts'
import type { OriginalText } from '../originals.ts'
import type { MessageGroup } from '../plan/coverage/message-groups.ts'
import type { DigestSource } from '../reduce/digest/render-digest.ts'
import type { Measured, Path } from '../types.ts'

/** One run of messages, ready to be told shorter. */
export interface DigestSpan extends MessageGroup {
  readonly members: readonly Measured[]
  readonly source: DigestSource
  readonly original: OriginalText
  /** Where the text stands in the message that takes their place. */
  readonly path: Path
  readonly frameTokens: number
}

export function digestSpans(
  { format, raw, messages, blocks }: Conversation,
  spans: readonly MessageGroup[],
  messageTokens: readonly number[],
  known: Known,
  isNamed: boolean,
): readonly DigestSpan[] {
  const taken = new Set(
    blocks.flatMap(({ named, message, block }) => {
      const said = messages[message]?.blocks[block]
      return named && said !== undefined && said.type !== 'opaque' ? handlesIn(said.text) : []
    }),
  )
  const carrier = format.create([{ role: 'user', blocks: [{ type: 'text', text: '-', media: 'text' }] }])[0]
  const [block] = format.read([carrier])[0]?.blocks ?? []
  const path = block?.type === 'text' ? (block.path ?? []) : []
  const blocksOf = Map.groupBy(blocks, ({ message }) => message)
  return spans.map(({ first, last }) => {
    const text = JSON.stringify(raw.slice(first, last + 1))
    const bytes = toBytes(text)
    const hash = hashBytes(bytes)
    const handle = handleNotIn(taken, known.handles.get(hash) ?? handleOf(hash), hash)
    const tokens = messageTokens.slice(first, last + 1).reduce((sum, count) => sum + count, 0)
    return {
      first,
      last,
      members: indicesFrom(first, last).flatMap(message => blocksOf.get(message) ?? []),
      source: { first, messages: last - first + 1, tokens, handle: isNamed ? handle : undefined },
      original: { text, bytes, hash, media: 'messages', handle, message: carrier },
      path,
      frameTokens: emptyMessageTokens(format.name),
    }
  })
}

function indicesFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
