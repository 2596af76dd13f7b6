/** Immutable objects: what was read of one of them stays valid while it exists. */
import { onForget } from './remembered.ts'

let unchanging = new WeakSet<object>()
onForget(() => {
  unchanging = new WeakSet()
})

/** For a copy that only its creator uses. */
export function declareUnchanging(value: unknown): void {
  if (typeof value === 'object' && value !== null) unchanging.add(value)
}

export function isUnchanging(value: unknown): value is object {
  return typeof value === 'object' && value !== null && unchanging.has(value)
}
