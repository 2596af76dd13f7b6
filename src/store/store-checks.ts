/** Checks of every store: rejects bytes under a wrong hash, and views that could not be restored. */
import { FoveaError } from '../errors.ts'
import { hashBytes } from '../tokens/hash.ts'
import type { Original, View } from './store.ts'

export function checkOriginal({ hash, bytes }: Original): void {
  if (hashBytes(bytes) !== hash)
    throw new FoveaError(
      'internal',
      `Refused to store ${bytes.length} bytes under ${hash}: it is not their SHA-256.`,
    )
}

/** `held` is the view that the store has under the same hash. */
export function checkView(view: View, held: View | undefined): void {
  if (held === undefined || (held.original === view.original && held.media === view.media)) return
  throw new FoveaError(
    'view-taken',
    `Refused to record the view ${view.hash} for ${view.original} (${view.media}): it already replaces ${held.original} (${held.media}), and one text cannot replace two.`,
  )
}

export function viewOfNothing({ hash, original }: View): FoveaError {
  return new FoveaError(
    'internal',
    `Refused to record the view ${hash}: the original ${original} that it replaces is not in the store.`,
  )
}
