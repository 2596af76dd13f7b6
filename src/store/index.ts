/** Opens a store by its address. A new kind of store is one file and one line here. */
import { optionError } from '../errors.ts'
import { memoryKind } from './memory-store.ts'
import { postgresKind } from './postgres/postgres-kind.ts'
import type { PostgresOptions } from './postgres/postgres-options.ts'
import type { SqliteOptions } from './sqlite/open-sqlite.ts'
import { sqliteKind } from './sqlite/sqlite-kind.ts'
import type { Store, SyncStore } from './store.ts'
import type { OpenOptions, StoreKind } from './store-kind.ts'

/** SQLite is last: it accepts every other address as the path of a file. */
export const storeKinds: readonly StoreKind[] = [memoryKind, postgresKind, sqliteKind]

/** Each kind reads its own. */
export type OpenStoreOptions = SqliteOptions & PostgresOptions

/** What a store that outlives its process can be named by: `a file, postgres://user@host/database or sqlite:FILE`. */
export function storeAddresses(): string {
  const kept = storeKinds.filter(({ outlivesProcess = true }) => outlivesProcess)
  const addresses = ['a file', ...kept.flatMap(({ example = [] }) => example)]
  return `${addresses.slice(0, -1).join(', ')} or ${addresses.at(-1)}`
}

export function openStore(address: string): SyncStore {
  return kindOf(address).open(address, {})
}

/** Throws if the store would end with this process, before anyone could read it. */
export function openKeptStore(address: string, options: OpenOptions = {}): SyncStore {
  return keptKindOf(address).open(address, options)
}

/** Throws `invalid-option` for a store that ends with its process. */
export function keptKindOf(address: string): StoreKind {
  const kind = kindOf(address)
  if (kind.outlivesProcess === false)
    throw optionError(
      `${address} keeps originals only until this process ends, and they would be lost; name a file as the store.`,
    )
  return kind
}

/** For asynchronous callers: a store on a server is then used without a thread of its own. */
export async function openStoreLater(address: string, options: OpenStoreOptions = {}): Promise<Store> {
  const kind = kindOf(address)
  return (await kind.openLater?.(address, options)) ?? kind.open(address, options)
}

/** Whether `openStore` would open an existing store. */
export function storeExists(address: string): boolean {
  return kindOf(address).exists(address)
}

/** Migrates the store to the newest version, and describes that version. */
export async function migrateStore(address: string): Promise<string> {
  const kind = kindOf(address)
  if (kind.migrate !== undefined) return kind.migrate(address)
  kind.open(address, {}).close()
  return 'the newest version'
}

/** An address without its password, for display. */
export function shownAddress(address: string): string {
  return kindOf(address).show?.(address) ?? address
}

/** An address for a command that the user runs next: it names the same store, for users who know the password. */
export function addressForCommand(address: string): string {
  return kindOf(address).addressForCommand?.(address) ?? shownAddress(address)
}

/** Throws `invalid-option` for an unknown scheme: it is never meant as a file name. */
function kindOf(address: string): StoreKind {
  const kind = storeKinds.find(each => each.accepts(address))
  if (kind !== undefined) return kind
  const named = address === '' ? 'An empty address' : `${address.split(':')[0]}:`
  const examples = storeKinds.flatMap(({ example = [] }) => example)
  throw optionError(`${named} is no store that Fovea knows; name a file, or write ${examples.join(' or ')}.`)
}
