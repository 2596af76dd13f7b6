/** Of equal texts, the one that stays and that the others refer to. */
import type { Measured } from '../../reduce/plan.ts'

/** The first that stays anyway, else the latest; by the hash of the text. */
export function copiesToKeep(
  blocks: readonly Measured[],
  mayStay: (block: Measured) => boolean,
  staysAnyway: (index: number) => boolean,
): ReadonlyMap<string, Measured> {
  const copies = new Map<string, Measured>()
  const settled = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    const { hash } = block
    if (hash === undefined || settled.has(hash) || !mayStay(block)) continue
    copies.set(hash, block)
    if (staysAnyway(index)) settled.add(hash)
  }
  return copies
}
