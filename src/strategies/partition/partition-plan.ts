/** The strategy `partition`: what is recent stays, what is older is compressed by type until the target is met. */

import type { PartitionSettings } from '../../options.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import type { Target, Zones } from '../../types.ts'
import type { BlockPlan } from '../blocks/block-chooser.ts'
import { batch } from './batch.ts'
import { type Place, placesOf, referableCopies } from './places.ts'
import { isJoinable, type Proposal, proposalFor, rangeProposal } from './proposals.ts'
import { messageRanges } from './ranges.ts'

/** What should stay of a request, at most. */
export const targetRatio = 0.6

const defaultPartition: PartitionSettings = { share: 0.3 }

export const partitionPlan: BlockPlan = (blocks: readonly Measured[], settings: PlanSettings): Plan => {
  const wish = settings.partition ?? defaultPartition
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

/** A message goes the way of the one that its range begins with. */
function joinedTo(first: Decision, target: Target): Decision {
  const { reason } = first
  if (first.action === 'keep') return { ...target, action: 'keep', reason }
  return { ...target, action: 'merge', into: { message: first.message, block: first.block }, reason }
}
