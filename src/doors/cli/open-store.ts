/** The store a command works on: `--store`, else `FOVEA_STORE`, else the user's data directory. */
import { Option } from 'commander'
import { FoveaError } from '../../errors.ts'
import { defaultStorePath, localStorePathOf } from '../../store/default-path.ts'
import { homeDirectory } from '../../store/home-directory.ts'
import { openKeptStore, openStoreLater, shownAddress, storeExists } from '../../store/index.ts'
import type { Store, SyncStore } from '../../store/store.ts'
import { typedCommand } from './typed-command.ts'

export function storeOption(): Option {
  return new Option(
    '--store <address>',
    'originals: a file, or postgres://host/database (default: FOVEA_STORE, or your data directory)',
  )
}

export function storePath(option: string | undefined): string {
  return option ?? defaultStorePath(process.env, process.platform, homeDirectory())
}

/** The same as it may be shown: without a password. */
export function shownStore(option: string | undefined): string {
  return shownAddress(storePath(option))
}

/** The path of the store on this machine, also where the one in use is on a server: what is kept beside it is local. */
export function localStorePath(): string {
  return localStorePathOf(storePath(undefined), process.env, process.platform, homeDirectory())
}

/** For servers, which wait for many at once. */
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

/** Creates the database where there is none. */
export function openOrCreateStore(option: string | undefined): SyncStore {
  return openKeptStore(storePath(option))
}

/** For commands that only read: a store that is not there is an error, not an empty new file. */
export function openExistingStore(option: string | undefined): SyncStore {
  const path = storePath(option)
  if (!storeExists(path))
    throw new FoveaError(
      'store-unreadable',
      `There is no store at ${shownAddress(path)} yet; "${typedCommand()} compress" creates it, --store names another.`,
      { place: { file: path } },
    )
  return openKeptStore(path, { takesDamaged: true })
}

/** Opens a store that is there for as long as the work takes. */
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
