/** Objects that cannot change any more: what was read of one of them holds for as long as it exists. */
import { onForget } from './remembered.ts'

let unchanging = new WeakSet<object>()
onForget(() => {
  unchanging = new WeakSet()
})

/** For a copy that its maker keeps to itself. */
export function declareUnchanging(value: unknown): void {
  if (typeof value === 'object' && value !== null) unchanging.add(value)
}

export function isUnchanging(value: unknown): value is object {
  return typeof value === 'object' && value !== null && unchanging.has(value)
}
