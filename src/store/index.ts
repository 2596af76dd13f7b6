/** Opens a store by its address. A new kind of store is one file and one line here. */

import { memoryKind } from './memory.ts'
import { sqliteKind } from './sqlite.ts'
import type { SyncStore } from './store.ts'
import type { StoreKind, StoreOptions } from './store-kind.ts'

/** SQLite is last: it takes every other address as the path of a file. */
export const storeKinds: readonly StoreKind[] = [memoryKind, sqliteKind]

export function openStore(address: string, options: StoreOptions = {}): SyncStore {
  return kindOf(address).open(address, options)
}

/** Whether `openStore` would open a store that has been written before. */
export function storeExists(address: string): boolean {
  return kindOf(address).exists(address)
}

function kindOf(address: string): StoreKind {
  return storeKinds.find(kind => kind.accepts(address)) ?? sqliteKind
}
