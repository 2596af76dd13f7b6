/** The store a command works on: `--store`, else `FOVEA_STORE`, else the user's data directory. */
import { Option } from 'commander'
import { errorAtFile, FoveaError } from '../../errors.ts'
import { defaultStorePath, localStorePathOf } from '../../store/default-path.ts'
import { homeDirectory } from '../../store/home-directory.ts'
import {
  openKeptStore,
  openStoreLater,
  shownAddress,
  storeAddresses,
  storeExists,
} from '../../store/index.ts'
import type { Store, SyncStore } from '../../store/store.ts'
import { programName } from './program-name.ts'

export function storeOption(): Option {
  return new Option(
    '--store <address>',
    `originals: ${storeAddresses()} (default: FOVEA_STORE, or your data directory)`,
  )
}

export function storePath(option: string | undefined): string {
  return option ?? defaultStorePath(process.env, process.platform, homeDirectory())
}

/** The address of the store without a password, for output. */
export function shownStore(option: string | undefined): string {
  return shownAddress(storePath(option))
}

/** The path of the store on this machine, even if the store in use is on a server: files beside it are local. */
export function localStorePath(): string {
  return localStorePathOf(storePath(undefined), process.env, process.platform, homeDirectory())
}

/** For servers, which handle many requests at once. */
export async function withServedStore(
  option: string | undefined,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openStoreLater(storePath(option))
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

/** Creates the database if there is none. */
export function openOrCreateStore(option: string | undefined): SyncStore {
  return openKeptStore(storePath(option))
}

/** For commands that only read: a missing store is an error, not a new empty file. */
export function openExistingStore(option: string | undefined): SyncStore {
  const path = storePath(option)
  if (!storeExists(path))
    throw errorAtFile(
      'store-unreadable',
      path,
      `There is no store at ${shownAddress(path)} yet; "${programName()} compress" creates it, --store names another.`,
    )
  return openKeptStore(path, { takesDamaged: true })
}

/** Opens an existing store for the duration of the work. */
export async function withStore(
  option: string | undefined,
  work: (store: SyncStore) => Promise<void> | void,
): Promise<void> {
  const store = openExistingStore(option)
  try {
    await work(store)
  } catch (error) {
    // A view may have been made with another store.
    if (!FoveaError.isInstance(error) || error.code !== 'not-found') throw error
    throw new FoveaError(
      'not-found',
      `${error.message} Looked for in ${shownStore(option)}; --store names another.`,
      { place: error.place, cause: error },
    )
  } finally {
    store.close()
  }
}
