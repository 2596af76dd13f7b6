/** Checks the caller's store. */
import type { Store } from '../store/store.ts'
import { invalidOption } from './invalid-option.ts'

/** Throws `invalid-option`: also for the path of a store, and for a promise of one. */
export function checkedStore<Kind extends Store>(store: Kind | undefined): Kind | undefined {
  if (store !== undefined && !(typeof store?.views === 'function' && typeof store.record === 'function'))
    throw invalidOption('store', store, 'a store, such as sqliteStore("fovea.db")')
  return store
}
