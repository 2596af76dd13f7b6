/** The zone of each block: preserved, compressible, or neither. */
import { seenBlocks } from '../../measure/anchor.ts'
import type { Measured, PlanSettings } from '../../reduce/plan.ts'
import { protect } from '../../view/protect.ts'
import { partitionFacts } from './partition-facts.ts'
import type { PartitionSettings } from './partition-options.ts'

export type Place =
  | { readonly zone: 'preserved' | 'untouchable'; readonly reason: string }
  | { readonly zone: 'compressible' }

export function placesOf(
  blocks: readonly Measured[],
  settings: PlanSettings,
  wish: PartitionSettings,
): readonly Place[] {
  const reasons = protect(blocks, settings)
  const seen = seenBlocks(blocks, wish.since)
  const zone = preservationZone(blocks, {
    share: wish.isPressed === true ? 0 : wish.share,
    // System text is not part of the conversation that is split.
    tokens: blocks
      .slice(seen)
      .reduce((sum, { tokens, role }) => sum + (settings.preserve.includes(role) ? 0 : tokens), 0),
    messages: settings.recencyWindow,
  })
  return blocks.map((_, at): Place => {
    const recent = zone[at]
    const reason = reasons[at]
    if (reason === 'recent') return { zone: 'preserved', reason }
    if (reason !== undefined) return { zone: 'untouchable', reason }
    if (at < seen) return { zone: 'untouchable', reason: 'seen by an earlier round' }
    return recent === undefined ? { zone: 'compressible' } : { zone: 'preserved', reason: recent }
  })
}

/**
 * For each text, the copy that others may refer to: one that stays anyway. Under pressure, where none stays, the latest: all
 * copies have the same original, and a second round finds no copies left.
 */
export function referableCopies(
  blocks: readonly Measured[],
  places: readonly Place[],
  isPressed: boolean,
): ReadonlyMap<string, Measured> {
  const copies = new Map<string, Measured>()
  const add = (isWanted: (place: Place | undefined) => boolean): void => {
    for (const [at, block] of blocks.entries())
      if (block.hash !== undefined && block.type !== 'toolCall' && isWanted(places[at]))
        copies.set(block.hash, block)
  }
  if (isPressed) add(() => true)
  add(place => place?.zone !== 'compressible')
  return copies
}

/** The size of the preservation zone. */
interface ZoneWish {
  /** The share that should stay, of all tokens or of `tokens`. */
  readonly share: number
  readonly tokens?: number
  /** How many of the newest messages stay in any case. */
  readonly messages: number
}

/** Results of the last five minutes are active. */
const hoursOfActiveResults = 5 / 60
/** Decisions of the last hour are recent. */
const hoursOfDecisions = 1
/** The share of the zone for messages that are not among the newest. */
const shareOfWork = 0.5
/** Longer texts contain more than a decision. */
const maxDecisionLength = 4000

/**
 * Why each block belongs to the preservation zone: it is recent, being worked on or just decided; `undefined` where it belongs
 * to the compression zone.
 */
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

/** The nearest cut at or before `cut` that separates no result from its call. */
function legalCut(sizes: readonly MessageSize[], cut: number): number {
  let legal = cut
  for (let at = sizes.length - 1; at >= legal; at -= 1) legal = Math.min(legal, sizes[at]?.call ?? at)
  return Math.max(0, legal)
}

/** The earliest legal cut for which the messages between it and `from` fit into `room`. */
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
