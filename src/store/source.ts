/** Where originals are looked for: a store, or the map that a call without one handed back. */

import type { OriginalsByHash } from '../types.ts'
import type { Store } from './store.ts'

/** The keys of a map are hashes, so that none of them is a method. */
export function isStore<Kind extends Pick<Store, 'get'>>(source: Kind | OriginalsByHash): source is Kind {
  return typeof (source as Pick<Store, 'get'>).get === 'function'
}
