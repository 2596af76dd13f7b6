/** Where each block of a request belongs: to the zone that stays, to the zone that is compressed, or to neither. */
import { seenBlocks } from '../../measure/anchor.ts'
import type { Measured, PlanSettings } from '../../reduce/plan.ts'
import { protect } from '../../view/protect.ts'
import type { PartitionSettings } from './partition-options.ts'
import { preservationZone } from './zones.ts'

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
    // System text is no part of the conversation that is split.
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
 * The copy of each text that others may refer to: one that stays anyway. Under pressure it may be any, the latest before all
 * others, since all copies have the same original: a second round then finds no copies that the first one left.
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
