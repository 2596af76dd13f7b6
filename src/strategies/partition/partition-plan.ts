/** The strategy `partition`: what is recent stays, what is older is compressed by type until the target is met. */

import type { PartitionSettings } from '../../options.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import type { Zones } from '../../types.ts'
import type { BlockPlan } from '../blocks/block-chooser.ts'
import { batch } from './batch.ts'
import { type Place, placesOf, referableCopies } from './places.ts'
import { type Proposal, proposalFor } from './proposals.ts'

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
  const proposals = blocks.map((block, at) =>
    proposalFor(block, places[at] as Place, { settings, wish, copies, pressure }),
  )
  const items = proposals.flatMap(proposal => (proposal.action === 'keep' ? [] : [proposal.item]))
  const target = wish.target ?? total * targetRatio
  const left = total - items.reduce((sum, item) => sum + item.tokens, 0)
  const { sizes, expected } = batch(items, target - left, wish.isPressed === true)
  let next = 0
  const decisions = blocks.map(({ message, block }, at): Decision => {
    const proposal = proposals[at] as Proposal
    if (proposal.action === 'keep') return { message, block, ...proposal }
    const size = sizes[next++]
    if (size === undefined) return { message, block, action: 'keep', reason: 'not needed for the target' }
    const { reducer, reason } = proposal
    return proposal.action === 'reference'
      ? { message, block, action: 'reference', reducer, to: proposal.to, reason }
      : {
          message,
          block,
          action: 'reduce',
          reducer,
          tokens: proposal.item.isFixed ? proposal.item.tokens : size,
          reason,
        }
  })
  const zones: Zones = {
    preserved: tokens('preserved'),
    untouchable: tokens('untouchable'),
    compressible: tokens('compressible'),
    target: Math.floor(target),
    expected: left + expected,
    ...(pressure === undefined ? {} : { pressure }),
  }
  return { strategy: 'partition', decisions, zones }
}
