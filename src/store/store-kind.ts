/** What a kind of store provides so that every door can open it by an address. */
import type { PostgresOptions } from './postgres/postgres-options.ts'
import type { Store, SyncStore } from './store.ts'

/** Each kind reads its own. */
export interface OpenStoreOptions extends PostgresOptions {
  /** How long to wait for another process that writes, in milliseconds. @default 5000 */
  readonly busyTimeout?: number
  /** The store never grows beyond this; what does not fit is refused with `store-full`. @default no limit */
  readonly maxBytes?: number
}

/** How a store is opened by a command. */
export interface OpenOptions extends OpenStoreOptions {
  /** A damaged store is opened, too, so that what is sound in it can be read; nothing is written to it. @default false */
  readonly takesDamaged?: boolean
}

export interface StoreKind {
  readonly name: string
  /** An address of this kind, as error messages show it. */
  readonly example?: string
  /** Whether an address, such as the value of `--store`, is one of this kind. */
  accepts(address: string): boolean
  /** Whether what is stored is there for the next process. @default true */
  readonly outlivesProcess?: boolean
  /** Whether a store has been written there before, or only its server can say. */
  exists(address: string): boolean
  /**
   * Creates the store where there is none. Throws a `FoveaError` whose code starts with `store-`. Whatever opens a store gives it to
   * `rememberCopying`, which lets it be copied and hold batches, and to `rememberSource`, which lets threads open it themselves; both
   * are optional.
   */
  open(address: string, options: OpenOptions): SyncStore
  /** For callers that can wait. @default what `open` returns */
  openLater?(address: string, options: OpenStoreOptions): Promise<Store>
  /** Brings the tables to the newest version and says what they are; where opening the store does so, absent. */
  migrate?(address: string): Promise<string>
  /** The address as it may be shown: without a password. @default the address */
  show?(address: string): string
  /** The address for a command that is to be typed next: without a password. @default what `show` returns */
  addressToType?(address: string): string
  /** Whether the address is a secret. @default false */
  hasPassword?(address: string): boolean
}
