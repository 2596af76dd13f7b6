/** Where each block of a request belongs: to the zone that stays, to the zone that is compressed, or to neither. */
import { seenBlocks } from '../../measure/anchor.ts'
import type { Measured, PartitionSettings, PlanSettings } from '../../types.ts'
import { protect } from '../../view/protect.ts'
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
    tokens: blocks.slice(seen).reduce((sum, { tokens }) => sum + tokens, 0),
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

/** Texts that stay anyway, and that copies of them may refer to. */
export function visibleCopies(
  blocks: readonly Measured[],
  places: readonly Place[],
): ReadonlyMap<string, Measured> {
  const visible = new Map<string, Measured>()
  for (const [at, block] of blocks.entries())
    if (block.hash !== undefined && block.type !== 'toolCall' && places[at]?.zone !== 'compressible')
      visible.set(block.hash, block)
  return visible
}
