/** The plan of `partition` for one target: what each block becomes, by its zone and type, and how small it must be. */
import type { Zones } from '../../receipt.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import { ownSettings } from '../../settings/option-group.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import type { Target } from '../../types.ts'
import { batch } from './batch.ts'
import { partitionFacts } from './partition-facts.ts'
import { partitionOptions, targetRatio } from './partition-options.ts'
import { type Place, placesOf, referableCopies } from './places.ts'
import { isJoinable, type Proposal, proposalFor, rangeProposal } from './proposals.ts'

export interface PartitionPlan extends Plan {
  readonly zones: Zones
}

export function partitionPlan(blocks: readonly Measured[], settings: PlanSettings): PartitionPlan {
  const wish = ownSettings(partitionOptions, settings)
  const places = placesOf(blocks, settings, wish)
  const tokens = (zone?: Place['zone']): number =>
    blocks.reduce(
      (sum, block, at) => sum + (zone === undefined || places[at]?.zone === zone ? block.tokens : 0),
      0,
    )
  const total = tokens()
  const pressure = wish.window === undefined ? undefined : total / wish.window
  const copies = referableCopies(blocks, places, wish.isPressed === true)
  const circumstances = { settings, wish, copies, pressure }
  const single = blocks.map((block, at) => proposalFor(block, places[at] as Place, circumstances))
  const ranges = messageRanges(blocks, at =>
    isJoinable(blocks[at] as Measured, places[at] as Place, single[at] as Proposal, wish),
  )
  const starts = new Map(ranges.map(range => [range.first, range]))
  const joined = new Map(
    ranges.flatMap(({ first, last }) =>
      Array.from({ length: last - first }, (_, at) => [first + at + 1, first] as const),
    ),
  )
  const proposals = single.map((proposal, at): Proposal => {
    if (joined.has(at)) return { action: 'keep', reason: 'joined' }
    const range = starts.get(at)
    return range === undefined
      ? proposal
      : rangeProposal(blocks.slice(range.first, range.last + 1), circumstances)
  })
  const items = proposals.flatMap(proposal => (proposal.action === 'keep' ? [] : [proposal.item]))
  const target = wish.target ?? total * targetRatio
  const left = total - items.reduce((sum, item) => sum + item.tokens, 0)
  const { sizes, expected } = batch(items, target - left, wish.isPressed === true)
  let next = 0
  const decisions: Decision[] = []
  for (const [at, { message, block }] of blocks.entries()) {
    const into = decisions[joined.get(at) ?? -1]
    const decision =
      into === undefined
        ? decisionOn({ message, block }, proposals[at] as Proposal)
        : joinedTo(into, { message, block })
    decisions.push(decision)
  }
  const zones: Zones = {
    preserved: tokens('preserved'),
    untouchable: tokens('untouchable'),
    compressible: tokens('compressible'),
    target: Math.floor(target),
    expected: left + expected,
    ...(pressure === undefined ? {} : { pressure }),
  }
  return { strategy: 'partition', decisions, zones }

  function decisionOn(target: Target, proposal: Proposal): Decision {
    if (proposal.action === 'keep') return { ...target, ...proposal }
    const size = sizes[next++]
    if (size === undefined) return { ...target, action: 'keep', reason: 'not needed for the target' }
    const { reducer, reason, item } = proposal
    return proposal.action === 'reference'
      ? { ...target, action: 'reference', reducer, to: proposal.to, reason }
      : { ...target, action: 'reduce', reducer, tokens: item.isFixed ? item.tokens : size, reason }
  }
}

/** A message is treated as the first one of its range. */
function joinedTo(first: Decision, target: Target): Decision {
  const { reason } = first
  if (first.action === 'keep') return { ...target, action: 'keep', reason }
  return { ...target, action: 'merge', into: { message: first.message, block: first.block }, reason }
}

/** Indices of blocks, each the only one of its message. */
interface Range {
  readonly first: number
  readonly last: number
}

/** Maximum tokens that one summary covers. */
const maxTokens = 5000
/** A pause of this many hours ends a range that is long enough to be summarized alone. */
const pauseHours = 1
const minTokens = 1000

/**
 * Ranges of at least two messages. A range begins and ends with the same role, so that roles still alternate around its
 * summary.
 */
function messageRanges(blocks: readonly Measured[], isWanted: (index: number) => boolean): readonly Range[] {
  const sizes = countsOf(blocks.map(({ message }) => message))
  const isPart = (index: number): boolean => {
    const block = blocks[index]
    return block !== undefined && block.type === 'text' && sizes.get(block.message) === 1 && isWanted(index)
  }
  const ranges: Range[] = []
  for (let first = 0; first < blocks.length; first += 1) {
    if (!isPart(first)) continue
    const last = endOf(blocks, first, isPart)
    if (last > first) ranges.push({ first, last })
    first = last
  }
  return ranges
}

function endOf(blocks: readonly Measured[], first: number, isPart: (index: number) => boolean): number {
  const { role } = blocks[first] as Measured
  let last = first
  let tokens = (blocks[first] as Measured).tokens
  for (let index = first + 1; isPart(index); index += 1) {
    const before = blocks[index - 1] as Measured
    const block = blocks[index] as Measured
    tokens += block.tokens
    if (tokens > maxTokens || block.message !== before.message + 1) break
    if (tokens - block.tokens >= minTokens && hoursOf(before) - hoursOf(block) > pauseHours) break
    if (block.role === role) last = index
  }
  return last
}

function hoursOf(block: Measured): number {
  return partitionFacts(block)?.hours ?? 0
}
