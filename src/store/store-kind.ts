/** What a kind of store provides so that it can be opened by an address. */
import type { Store, SyncStore } from './store.ts'

/** How a command opens a store of any kind. */
export interface OpenOptions {
  /** Also opens a damaged store, to read what is sound in it; nothing is written to it. @default false */
  readonly takesDamaged?: boolean
}

/** Its options are plain data, which another thread can open the same store with. */
export interface StoreKind<Options extends object = object> {
  readonly name: string
  /** An address of this kind, as error messages show it. */
  readonly example?: string
  /** Whether an address, such as the value of `--store`, is one of this kind. */
  accepts(address: string): boolean
  /** Whether stored data is available to the next process. @default true */
  readonly outlivesProcess?: boolean
  /** Whether a store exists there; also `true` if only its server can say. */
  exists(address: string): boolean
  /** Creates the store if there is none. Throws a `FoveaError` whose code starts with `store-`. */
  open(address: string, options: Options & OpenOptions): SyncStore
  /** For asynchronous callers. @default what `open` returns */
  openLater?(address: string, options: Options): Promise<Store>
  /** Migrates the tables to the newest version and describes it; absent if opening the store does so. */
  migrate?(address: string): Promise<string>
  /** The address without a password, for display. @default the address */
  show?(address: string): string
  /** The address without a password, for a command that the user runs next. @default what `show` returns */
  addressForCommand?(address: string): string
  /** Whether the address contains a password. @default false */
  hasPassword?(address: string): boolean
}
