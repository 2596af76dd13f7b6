/** Immutable objects: what was read of one of them stays valid while it exists. */
import { onForget } from './remembered.ts'

let immutable = new WeakSet<object>()
onForget(() => {
  immutable = new WeakSet()
})

/** For a copy that only its creator uses. */
export function declareImmutable(value: unknown): void {
  if (typeof value === 'object' && value !== null) immutable.add(value)
}

export function isImmutable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && immutable.has(value)
}
