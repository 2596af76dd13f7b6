/** Whether the originals of a view are where it says, to the byte. */
import { isStore } from '../../store/source.ts'
import type { Store } from '../../store/store.ts'
import { targets } from '../../strategies/partition/partition-metrics.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashBytes, hashText } from '../../tokens/hash.ts'
import type { Change, OriginalsByHash, PartitionMetrics } from '../../types.ts'

export async function readBack(
  changes: readonly Change[],
  source: Store | OriginalsByHash,
): Promise<PartitionMetrics['recovery']> {
  const hashes = isStore(source) ? [] : Object.values(source).map(({ text }) => hashText(text))
  const isThere = async (hash: string): Promise<boolean> => {
    if (!isStore(source)) return hashes.includes(hash)
    try {
      return hashBytes(await source.get(handleOf(hash, hash.length))) === hash
    } catch {
      return false
    }
  }
  let restored = 0
  for (const { original } of changes) if (await isThere(original)) restored += 1
  const attempts = changes.length
  const value = attempts === 0 ? 1 : restored / attempts
  return { value, target: targets.recovery, met: value > targets.recovery, restored, attempts }
}
