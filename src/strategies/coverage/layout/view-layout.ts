/** Which messages of a view stay, in which form, and what they cost without the digests. */
import { digestHead } from '../../../scan/marker.ts'
import { handleOf } from '../../../tokens/handle.ts'
import { hashText } from '../../../tokens/hash.ts'
import type { TokenCounter } from '../../../types.ts'
import type { DigestSpan } from '../../../view/digest-spans.ts'
import { handleForReader } from '../../../view/handle-for-reader.ts'
import { type Layout, layoutOf } from '../../../view/layout.ts'
import { messageIndex } from '../../../view/message-index.ts'
import type { ViewContext } from '../../../view/view-context.ts'
import { type BlockRewrite, type BlockRewrites, savedTokens } from './block-rewrites.ts'

export interface ViewLayout extends Layout {
  readonly digests: readonly DigestSpan[]
  /** Shorter forms of the messages that stay. */
  readonly forms: readonly BlockRewrite[]
  readonly bareTokens: number
  /** Maps message numbers to messages; absent where a view shows no handles. */
  readonly index?: string
}

interface LayoutRoom {
  /** Tokens for the newest messages. */
  readonly tailRoom: number
  /** Tokens for the whole history. */
  readonly room: number
  /** Whether kept texts are re-encoded in fewer tokens. @default true */
  readonly isRecoded?: boolean
  /** Further messages that stay, and why. */
  readonly also?: ReadonlyMap<number, string>
}

/** Maximum shares of the room: for a last request that was already worked on, and for results beside open calls. */
const requestShare = 0.2
const resultShare = 0.3

export function viewLayout(
  context: ViewContext,
  keptForms: BlockRewrites,
  { tailRoom, room, isRecoded = true, also }: LayoutRoom,
): ViewLayout {
  const { conversation, settings, groups, messageTokens, roles, open, compaction, countOf } = context
  const { blocks, counters } = conversation
  const { preserve } = settings
  const savingsOf = keptForms.savingsOf()
  const layout = layoutOf({
    blocks,
    groups,
    messageTokens,
    roles,
    open,
    compaction,
    preserve,
    tailRoom,
    savingsOf,
    maxLastUser: room * requestShare,
    ...(also === undefined ? {} : { also }),
  })
  const spans = context.spansOf(layout.spans)
  const isNamed = settings.handles === 'named' && spans.length > 0
  const index = isNamed ? messageIndex(spans.map(runOf), conversation.messages, context.numbers) : undefined
  const name = index === undefined ? undefined : handleForReader(handleOf(hashText(index)), settings)
  const firstSure = spans.findIndex(isSurelyReplaced)
  const digests = spans.map((span, at) => ({
    ...span,
    source: { ...span.source, index: name, isFurther: firstSure >= 0 && at > firstSure },
  }))
  const bare = digests.reduce(
    (sum, digest) => sum + digest.joiningTokens + bareDigestTokens(digest, counters.counter),
    context.fixedTokens,
  )
  const forms = [...keptForms.of(layout, isRecoded), ...keptForms.besideOpenCalls(layout, room * resultShare)]
  const bareTokens =
    [...layout.kept.keys()].reduce((sum, index) => sum + countOf(index), bare) - savedTokens(forms)
  return { ...layout, digests, forms, bareTokens, ...(index === undefined ? {} : { index }) }
}

/** Tokens of a digest that shows nothing of its messages. */
export function bareDigestTokens({ source, frameTokens }: DigestSpan, counter: TokenCounter): number {
  return frameTokens + counter.count(digestHead(source))
}

/** A digest larger than its messages is not shown, and neither is what its first line says about all digests. */
function isSurelyReplaced({ source }: DigestSpan): boolean {
  return source.tokens >= 1000
}

function runOf({ first, last, original }: DigestSpan): { first: number; last: number; handle: string } {
  return { first, last, handle: original.handle }
}
