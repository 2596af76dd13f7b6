/** Opens a connection to a path: nothing is written before the file has proved to be a store. */
import { chmodSync, closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ErrorCode, errorAtFile, FoveaError } from '../../errors.ts'
import { makeDirectory } from '../make-directory.ts'
import { type Connection, connectionTo, type Driver } from './connection.ts'
import { checkVersion, migrate, storeVersion } from './schema.ts'
import { maxPages } from './space.ts'
import { fileError, isDamage, sqliteError, whenDamaged } from './sqlite-error.ts'

interface OpenSettings {
  readonly busyTimeout: number
  readonly maxBytes: number
  /** Whether a damaged store may be opened to read what is still readable. */
  readonly takesDamaged?: boolean
  connect(location: string | URL, isReadOnly: boolean): Driver
}

export function openConnection(file: string, settings: OpenSettings): Connection {
  claimFile(file)
  const { connection, version, isFrozen } = reach(file, settings)
  try {
    const damage = version > 0 ? damageIn(connection) : undefined
    if (damage !== undefined && !settings.takesDamaged) throw damage
    if (damage !== undefined) return forReading(connection, damage)
    if (!isFrozen) {
      setUp(connection, version, settings)
      closeToOthers(file)
    }
    return whileInPlace(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

interface Reached {
  readonly connection: Connection
  readonly version: number
  /** Opened as an immutable file, because its directory does not even allow a lock. */
  readonly isFrozen: boolean
}

function reach(file: string, settings: OpenSettings): Reached {
  try {
    return { ...identify(file, file, false, settings), isFrozen: false }
  } catch (error) {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    // Data that is only in the log would be missing.
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

/** SQLite cannot create its log and lock files beside the database: SQLITE_READONLY or SQLITE_CANTOPEN. */
function isPlaceReadOnly(error: unknown): boolean {
  const { errcode } = ((error as Error).cause ?? {}) as { errcode?: number }
  return errcode !== undefined && [8, 14].includes(errcode & 0xff)
}

function setUp(connection: Connection, version: number, { busyTimeout, maxBytes }: OpenSettings): void {
  // Possible only before the first table; lets a purge return its space to the disk.
  if (version === 0) connection.exec('PRAGMA auto_vacuum = INCREMENTAL')
  useLog(connection, busyTimeout)
  // FULL waits for the disk at every commit, so that a handle survives a power cut as well as a killed process; it costs one
  // fsync a run. secure_delete zeroes freed pages, since a purge could not find old copies in them.
  connection.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON')
  migrate(connection)
  limitSize(connection, maxBytes)
}

const pause = 10

/** Write-ahead log: readers and one writer do not block each other. */
function useLog(connection: Connection, busyTimeout: number): void {
  for (let waited = 0; ; waited += pause) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      // SQLite does not wait here by itself if several processes create one store.
      const isLocked = FoveaError.isInstance(error) && error.code === 'store-locked'
      if (!isLocked || waited >= busyTimeout) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

function limitSize(connection: Connection, maxBytes: number): void {
  const pageSize = connection.row<{ page_size: number }>('PRAGMA page_size')?.page_size ?? 4096
  const pages = Math.min(Math.max(1, Math.floor(maxBytes / pageSize)), maxPages)
  connection.exec(`PRAGMA max_page_count = ${pages}`)
}

/** Up to this size, checking every page costs a few milliseconds; a larger store is checked by `verify`. */
const checkedAtOpen = 4 << 20
/** Without the search index: damage there must not block access to the originals. */
const checkedTables = ['original', 'masked', 'view', 'session', 'run', 'run_original']

function damageIn(connection: Connection): FoveaError | undefined {
  try {
    const size = connection.row<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    if ((size?.bytes ?? 0) > checkedAtOpen) return undefined
    for (const table of checkedTables) checkTable(connection, table)
    return undefined
  } catch (error) {
    if (isDamage(error)) return error
    throw error
  }
}

function checkTable(connection: Connection, table: string): void {
  const found = connection.row<{ quick_check: string }>(`PRAGMA quick_check(${table})`)?.quick_check
  if (found !== 'ok')
    throw errorAtFile(
      'store-unreadable',
      connection.file,
      `The store ${connection.file} is damaged; it was left as it is. ${whenDamaged} (${found}).`,
    )
}

/** SQLite would write to a deleted file as before, and all of it would be gone with this process. */
function whileInPlace(connection: Connection): Connection {
  const { file } = connection
  const opened = statSync(file, { throwIfNoEntry: false })
  const inPlace = <Result>(write: () => Result): Result => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (now?.ino === opened?.ino && now?.dev === opened?.dev) return write()
    throw errorAtFile(
      'store-unreadable',
      file,
      `The store ${file} was deleted or replaced while it was open; nothing was stored. Start this program again.`,
    )
  }
  return {
    ...connection,
    write: work => inPlace(() => connection.write(work)),
    rewrite: work => inPlace(() => connection.rewrite(work)),
  }
}

/** Every write throws the error that describes the damage. */
function forReading(connection: Connection, damage: FoveaError): Connection {
  connection.exec('PRAGMA query_only = ON')
  const refuse = (): never => {
    throw damage
  }
  return { ...connection, write: refuse, rewrite: refuse }
}

/** Checks the file of a store before SQLite opens it: its place, its permissions, and whether it can be a store at all. */
const signature = 'SQLite format 3\0'
const headerBytes = 100

/**
 * Creates an empty file, readable by its owner only, if there is none; throws, and changes nothing, if it cannot be a store.
 */
function claimFile(file: string): void {
  const stats = attempt(file, 'store-unreadable', () => statSync(file, { throwIfNoEntry: false }))
  if (stats === undefined) attempt(file, 'store-readonly', () => createFile(file))
  else attempt(file, 'store-unreadable', () => checkFile(file, stats))
}

function attempt<Result>(file: string, denied: ErrorCode, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw FoveaError.isInstance(error) ? error : fileError(error, file, denied)
  }
}

function createFile(file: string): void {
  makeDirectory(dirname(file), 0o700)
  // SQLite gives its -wal and -shm files the permissions of this one.
  closeSync(openSync(file, 'a', 0o600))
}

function checkFile(file: string, stats: Stats): void {
  if (!stats.isFile())
    throw errorAtFile(
      'store-unreadable',
      file,
      `The store ${file} is ${stats.isDirectory() ? 'a directory' : 'not a regular file'}; name a file.`,
    )
  if (stats.size === 0) return
  const header = Buffer.alloc(headerBytes)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, headerBytes, 0)
  } finally {
    closeSync(descriptor)
  }
  if (header.toString('latin1', 0, signature.length) !== signature)
    throw errorAtFile('store-unreadable', file, `${file} is not a Fovea store; it was left as it is.`)
  // Offsets of the file format. A store killed right after its creation has both only in its log, and 0 here.
  checkVersion(file, header.readUInt32BE(68), header.readUInt32BE(60), false)
}

/** A store that was copied or restored may have wider permissions. */
function closeToOthers(file: string): void {
  try {
    const { mode } = statSync(file)
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700)
  } catch {
    // Not changed: the owner of the file decides who reads it.
  }
}
