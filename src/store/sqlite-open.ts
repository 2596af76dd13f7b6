/** From a path to a connection that may be used: nothing is written before the file has proved to be a store. */
import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { FoveaError } from '../errors.ts'
import { type Connection, connectionTo, type Driver } from './sqlite-connection.ts'
import { sqliteError } from './sqlite-error.ts'
import { claimFile, closeToOthers } from './sqlite-file.ts'
import { migrate, storeVersion } from './sqlite-schema.ts'
import { mostPages } from './sqlite-space.ts'

export interface OpenSettings {
  readonly busyTimeout: number
  readonly maxBytes: number
  connect(location: string | URL, isReadOnly: boolean): Driver
}

export function openStore(file: string, settings: OpenSettings): Connection {
  claimFile(file)
  const { connection, version, isFrozen } = reach(file, settings)
  try {
    if (version > 0) checkPages(connection)
    if (!isFrozen) {
      setUp(connection, version, settings)
      closeToOthers(file)
    }
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

interface Reached {
  readonly connection: Connection
  readonly version: number
  /** Opened as a file that nobody changes, because its place does not even allow for a lock. */
  readonly isFrozen: boolean
}

function reach(file: string, settings: OpenSettings): Reached {
  try {
    return { ...identify(file, file, false, settings), isFrozen: false }
  } catch (error) {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    // What is only in the log would be missing.
    if (!isPlaceReadOnly(error) || (log?.size ?? 0) > 0) throw error
    const url = new URL(`${pathToFileURL(file).href}?immutable=1`)
    return { ...identify(file, url, true, settings), isFrozen: true }
  }
}

function identify(file: string, location: string | URL, isReadOnly: boolean, settings: OpenSettings) {
  const connection = connectionTo(file, driverFor(file, location, isReadOnly, settings))
  try {
    connection.exec(`PRAGMA busy_timeout = ${settings.busyTimeout}`)
    return { connection, version: storeVersion(connection) }
  } catch (error) {
    connection.close()
    throw error
  }
}

function driverFor(
  file: string,
  location: string | URL,
  isReadOnly: boolean,
  { connect }: OpenSettings,
): Driver {
  try {
    return connect(location, isReadOnly)
  } catch (error) {
    throw sqliteError(error, file)
  }
}

/** SQLite cannot put its log and lock files beside the database: SQLITE_READONLY or SQLITE_CANTOPEN. */
function isPlaceReadOnly(error: unknown): boolean {
  const { errcode } = ((error as Error).cause ?? {}) as { errcode?: number }
  return errcode !== undefined && [8, 14].includes(errcode & 0xff)
}

function setUp(connection: Connection, version: number, { busyTimeout, maxBytes }: OpenSettings): void {
  // Possible only before the first table; lets a purge give its room back to the disk.
  if (version === 0) connection.exec('PRAGMA auto_vacuum = INCREMENTAL')
  useLog(connection, busyTimeout)
  // FULL waits for the disk at every commit, so a handle outlives a power cut as well as a killed process; it costs
  // one fsync a run. secure_delete zeroes what is freed, as a purge could not find old copies in free pages.
  connection.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON')
  migrate(connection)
  limitSize(connection, maxBytes)
}

const pause = 10

/** Write-ahead log: readers and one writer do not hinder each other. */
function useLog(connection: Connection, busyTimeout: number): void {
  for (let waited = 0; ; waited += pause) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      // SQLite does not wait here by itself when several processes create one store.
      const isLocked = FoveaError.isInstance(error) && error.code === 'store-locked'
      if (!isLocked || waited >= busyTimeout) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

function limitSize(connection: Connection, maxBytes: number): void {
  const pageSize = connection.row<{ page_size: number }>('PRAGMA page_size')?.page_size ?? 4096
  const pages = Math.min(Math.max(1, Math.floor(maxBytes / pageSize)), mostPages)
  connection.exec(`PRAGMA max_page_count = ${pages}`)
}

/** Up to this size a look at every page costs a few milliseconds; a larger store waits for `verify`. */
const checkedAtOpen = 4 << 20
/** Without the search index: its damage must not block access to the originals. */
const checkedTables = ['original', 'masked', 'view', 'session', 'run', 'run_original']

function checkPages(connection: Connection): void {
  const size = connection.row<{ bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  )
  if ((size?.bytes ?? 0) > checkedAtOpen) return
  for (const table of checkedTables) {
    const found = connection.row<{ quick_check: string }>(`PRAGMA quick_check(${table})`)?.quick_check
    if (found !== 'ok')
      throw new FoveaError(
        'store-unreadable',
        `The store ${connection.file} is damaged; it was left as it is. Restore it from a backup, or name another store (${found}).`,
        { place: { file: connection.file } },
      )
  }
}
