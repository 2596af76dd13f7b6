/** How another thread opens the same store. A store that is not known here can be reached only through its own object. */
import type { Store } from './store.ts'

/** Plain data. */
export interface StoreSource {
  readonly address: string
  readonly options: object
}

/** By object identity: a store that wraps another one is another store. */
const sources = new WeakMap<object, StoreSource>()

export function rememberSource(store: Store, source: StoreSource): void {
  sources.set(store, source)
}

export function storeSourceOf(store: Store): StoreSource | undefined {
  return sources.get(store)
}
