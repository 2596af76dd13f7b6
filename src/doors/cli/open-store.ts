/** The store a command works on: `--store`, else `FOVEA_STORE`, else the user's data directory. */
import { homedir } from 'node:os'
import { Option } from 'commander'
import { FoveaError } from '../../errors.ts'
import { defaultStorePath } from '../../store/default-path.ts'
import { openStore as openStoreAt, storeExists } from '../../store/index.ts'
import type { SyncStore } from '../../store/store.ts'

export function storeOption(): Option {
  return new Option('--store <path>', 'database of originals (default: FOVEA_STORE, or your data directory)')
}

export function storePath(option: string | undefined): string {
  return option ?? defaultStorePath(process.env, process.platform, homedir())
}

/** Creates the database where there is none. */
export function openStore(option: string | undefined): SyncStore {
  return openStoreAt(storePath(option))
}

/** For commands that only read: a store that is not there is an error, not an empty new file. */
export function openExistingStore(option: string | undefined): SyncStore {
  const path = storePath(option)
  if (!storeExists(path))
    throw new FoveaError(
      'store-unreadable',
      `There is no store at ${path} yet; "fovea compress" creates it, --store names another.`,
      { place: { file: path } },
    )
  return openStoreAt(path)
}
