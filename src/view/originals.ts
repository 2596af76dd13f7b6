/** What each draft replaces, as it must be stored to come back to the byte. */
import type { Draft } from '../reduce/block-reducer.ts'
import type { Measured } from '../reduce/plan.ts'
import { handleOf } from '../tokens/handle.ts'
import { hashText } from '../tokens/hash.ts'
import { messageJson } from '../tokens/message-json.ts'
import type { Block, OriginalMedia } from '../types.ts'
import type { Conversation } from './conversation.ts'
import { provenanceOf, summaryId } from './provenance.ts'

export interface OriginalText {
  readonly text: string
  readonly hash: string
  readonly media: OriginalMedia
  readonly handle: string
  /** Where they were needed before. */
  readonly bytes?: Uint8Array
  /** Set where whole messages are replaced: the message that takes their place, but for its text. */
  readonly message?: unknown
  /** Set where that message is one of its own among the others, which summarizes them. */
  readonly isSummary?: true
}

export interface Originals {
  /**
   * The text of a block; or the JSON of whole messages, where several become one or where the new message says which
   * messages it replaces.
   */
  readonly of: (draft: Pick<Draft, 'members' | 'before' | 'handle'>) => OriginalText
  /** The handle of these blocks' messages, where they are stored whole. */
  readonly handleOfMessages: (members: readonly Measured[]) => string | undefined
  /** The name of a summary of these blocks' messages. */
  readonly summaryId: (members: readonly Measured[]) => string
}

interface Annotation {
  readonly isAnnotated?: boolean | undefined
  /** The version of the source that it names. @default 0 */
  readonly sourceVersion?: number | undefined
}

/** Messages are written out once. With `isAnnotated`, a new message says which messages it replaces, where its format can. */
export function originalsOf(
  conversation: Conversation,
  { isAnnotated = false, sourceVersion = 0 }: Annotation = {},
): Originals {
  const { format, raw, messages } = conversation
  const spans = new Map<string, Span>()
  const spanOf = (members: readonly Measured[]): Span => {
    const [{ message: first }] = members as readonly [Measured]
    const key = `${first} ${members.length}`
    const known = spans.get(key)
    if (known !== undefined) return known
    const sources = raw.slice(first, first + members.length)
    const text = messageJson(sources)
    const ids = members.map(({ message }) => messages[message]?.id ?? String(message))
    const span = { first, sources, text, hash: hashText(text), ids }
    spans.set(key, span)
    return span
  }
  const whole = (members: readonly Measured[]): OriginalText | undefined => {
    if (members.length === 1 && (!isAnnotated || format.annotate === undefined)) return undefined
    const { first, sources, text, hash, ids } = spanOf(members)
    const provenance = provenanceOf(ids, hash, sources, sourceVersion)
    const annotated = isAnnotated ? format.annotate?.(raw[first], provenance) : undefined
    if (members.length === 1 && annotated === undefined) return undefined
    return { text, hash, media: 'messages', handle: handleOf(hash), message: annotated ?? raw[first] }
  }
  return {
    of: ({ members, before, handle }) => {
      const [{ message, block, hash }] = members as readonly [Measured]
      const edited = messages[message]?.blocks[block] as Exclude<Block, { type: 'opaque' }>
      return whole(members) ?? { text: before, hash: hash as string, media: edited.media, handle }
    },
    handleOfMessages: members => whole(members)?.handle,
    summaryId: members => {
      const { ids, hash } = spanOf(members)
      return summaryId(ids, hash)
    },
  }
}

interface Span {
  readonly first: number
  readonly sources: readonly unknown[]
  readonly text: string
  readonly hash: string
  readonly ids: readonly string[]
}
