/** What each draft replaces, as it must be stored to come back to the byte. */
import type { Conversation } from './conversation.ts'
import { handleOf } from './handle.ts'
import { hashText } from './measure/hash.ts'
import type { Settings } from './options.ts'
import { provenanceOf } from './provenance.ts'
import type { Draft } from './reduce/block-reducer.ts'
import type { Block, Measured, OriginalMedia } from './types.ts'

export interface OriginalText {
  readonly text: string
  readonly hash: string
  readonly media: OriginalMedia
  readonly handle: string
  /** Set where whole messages are replaced: the message that takes their place, but for its text. */
  readonly message?: unknown
}

/**
 * The text of a block; or the JSON of whole messages, where several become one or where the new message says which
 * messages it stands for. Asked for again, the same messages are not written out again.
 */
export function originalFinder(
  conversation: Conversation,
  settings: Settings,
): (draft: Pick<Draft, 'members' | 'before' | 'handle'>) => OriginalText {
  const spans = new Map<string, OriginalText | undefined>()
  return ({ members, before, handle }) => {
    const [measured] = members as readonly [Measured]
    const key = `${measured.message} ${members.length}`
    if (!spans.has(key)) spans.set(key, originalMessages(members, conversation, settings))
    const block = conversation.messages[measured.message]?.blocks[measured.block] as Exclude<
      Block,
      { type: 'opaque' }
    >
    return spans.get(key) ?? { text: before, hash: measured.hash as string, media: block.media, handle }
  }
}

function originalMessages(
  members: readonly Measured[],
  { format, raw, messages }: Conversation,
  { strategy, sourceVersion }: Settings,
): OriginalText | undefined {
  const [{ message: first }] = members as readonly [Measured]
  const sources = raw.slice(first, first + members.length)
  const ids = members.map(({ message }) => messages[message]?.id ?? String(message))
  const annotated =
    strategy === 'rules'
      ? format.annotate?.(raw[first], provenanceOf(ids, sources, sourceVersion))
      : undefined
  if (members.length === 1 && annotated === undefined) return undefined
  const text = JSON.stringify(sources)
  const hash = hashText(text)
  return { text, hash, media: 'messages', handle: handleOf(hash), message: annotated ?? raw[first] }
}
