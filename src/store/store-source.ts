/** How another thread opens the same store. A store that is not known here is reachable only through its own object. */
import type { Store } from './store.ts'

/** Plain data. */
export interface SqliteSource {
  readonly path: string
  readonly busyTimeout: number
  readonly maxBytes: number
}

/** By the very object: one that wraps another store is another store. */
const sources = new WeakMap<object, SqliteSource>()

export function rememberSource(store: Store, source: SqliteSource): void {
  sources.set(store, source)
}

export function sourceOf(store: Store): SqliteSource | undefined {
  return sources.get(store)
}
