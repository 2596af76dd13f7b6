/** The preservation zone: what is recent, being worked on or just decided, within a share of the tokens. */
import type { Measured } from '../../reduce/plan.ts'
import { partitionFacts } from './partition-facts.ts'

export interface ZoneWish {
  /** The share that should stay as it is, of all tokens or of `tokens`. */
  readonly share: number
  readonly tokens?: number
  /** Never fewer than so many of the newest messages. */
  readonly messages: number
}

/** Results of the last five minutes. */
const hoursOfActiveResults = 5 / 60
/** Decisions of the last hour. */
const hoursOfDecisions = 1
/** The share of the zone for what is not among the newest messages. */
const shareOfWork = 0.5
/** Longer texts that mention a decision are more than a decision. */
const maxDecisionLength = 4000

/** For each block why it belongs to the preservation zone, or `undefined` where it belongs to the compression zone. */
export function preservationZone(
  blocks: readonly Measured[],
  { share, tokens: of, messages }: ZoneWish,
): readonly (string | undefined)[] {
  const byMessage = messageSizes(blocks)
  const room = share * (of ?? blocks.reduce((sum, { tokens }) => sum + tokens, 0))
  const minTailStart = legalCut(byMessage, byMessage.length - Math.min(messages, byMessage.length))
  let used = byMessage.slice(minTailStart).reduce((sum, { tokens }) => sum + tokens, 0)
  const work = new Map<Measured, string>()
  const roomForWork = used + Math.max(0, room - used) * shareOfWork
  for (const block of blocks.toReversed()) {
    const reason = block.message < minTailStart ? workReason(block) : undefined
    if (reason === undefined || used + block.tokens > roomForWork) continue
    work.set(block, reason)
    used += block.tokens
    ;(byMessage[block.message] as MessageSize).taken += block.tokens
  }
  const cut = tailStart(byMessage, minTailStart, room - used)
  return blocks.map(block => (block.message >= cut ? 'recent' : work.get(block)))
}

function workReason(block: Measured): string | undefined {
  const { length, type } = block
  const facts = partitionFacts(block)
  if (facts === undefined || type === 'opaque' || type === 'toolCall') return undefined
  const { isEdited, hasDecision, hours } = facts
  if (isEdited) return 'file being edited'
  if (type === 'toolResult' && hours <= hoursOfActiveResults) return 'active tool result'
  if (hasDecision && hours <= hoursOfDecisions && length <= maxDecisionLength) return 'recent decision'
  return undefined
}

interface MessageSize {
  tokens: number
  /** Tokens among them that stay for another reason. */
  taken: number
  /** The earliest message whose call is answered here. */
  call: number
}

function messageSizes(blocks: readonly Measured[]): readonly MessageSize[] {
  const count = (blocks.at(-1)?.message ?? -1) + 1
  const sizes = Array.from(
    { length: count },
    (_, index): MessageSize => ({ tokens: 0, taken: 0, call: index }),
  )
  for (const block of blocks) {
    const { message, tokens } = block
    const size = sizes[message] as MessageSize
    size.tokens += tokens
    size.call = Math.min(size.call, partitionFacts(block)?.call ?? message)
  }
  return sizes
}

/** The nearest cut at or before `cut` that parts no result from its call. */
function legalCut(sizes: readonly MessageSize[], cut: number): number {
  let legal = cut
  for (let at = sizes.length - 1; at >= legal; at -= 1) legal = Math.min(legal, sizes[at]?.call ?? at)
  return Math.max(0, legal)
}

/** The earliest legal cut for which what is between it and `from` fits into `room`. */
function tailStart(sizes: readonly MessageSize[], from: number, room: number): number {
  let cut = from
  let left = room
  let earliestCall = from
  for (let at = from - 1; at >= 0; at -= 1) {
    const { tokens, taken, call } = sizes[at] as MessageSize
    left -= tokens - taken
    if (left < 0) break
    earliestCall = Math.min(earliestCall, call)
    if (earliestCall >= at) cut = at
  }
  return cut
}
