/** Opens the SQLite file of the embedded store, with the SQLite that is part of Node. */
import { resolve } from 'node:path'
import type * as nodeSqlite from 'node:sqlite'
import { FoveaError, optionError } from '../../errors.ts'
import { handleOf } from '../../tokens/handle.ts'
import { cutRange } from '../cut-range.ts'
import { type Exported, type ExportedView, exportOriginals, viewsByOriginal } from '../export-originals.ts'
import { soundBytes } from '../original-row.ts'
import { hitsOf, searchOriginals, withHandles } from '../search-originals.ts'
import { searchQuery } from '../search-query.ts'
import type { StoreStats, SyncStore } from '../store.ts'
import { rememberCopying } from '../store-copying.ts'
import type { OpenOptions } from '../store-kind.ts'
import { rememberSource } from '../store-source.ts'
import { finishSteps } from '../store-steps.ts'
import { compactInSteps } from './compact.ts'
import type { Connection } from './connection.ts'
import { openConnection } from './open-connection.ts'
import {
  addOriginal,
  findInSession,
  handlesOf,
  newestOriginals,
  prepareOriginals,
  readableOriginals,
  readOriginal,
} from './originals.ts'
import { previewOf, purgeInSteps } from './purge.ts'
import { addRun, receiptsOf, viewBy } from './runs.ts'
import { searchCandidates } from './search.ts'
import { sqliteCopying } from './sqlite-copying.ts'
import { isDamage } from './sqlite-error.ts'
import { stateOf, writeState } from './states.ts'
import { verifyInSteps } from './verify.ts'

export interface SqliteOptions {
  /** How long to wait for another writing process, in milliseconds. @default 5000 */
  readonly busyTimeout?: number
  /** Maximum size of the store; writes beyond it are refused with `store-full`. @default no limit */
  readonly maxBytes?: number
}

/** For commands: also opens a damaged store if it is only read. */
export function openSqlite(path: string, options: SqliteOptions & OpenOptions): SyncStore {
  const { takesDamaged = false } = options
  const { busyTimeout = 5000, maxBytes = Number.MAX_SAFE_INTEGER } = options
  for (const [option, value] of Object.entries({ busyTimeout, maxBytes }))
    if (!Number.isSafeInteger(value) || value < 0)
      throw optionError(`${option} is ${String(value)}; it must be a whole number of at least 0.`)
  const { DatabaseSync } = loadSqlite()
  const connection = openConnection(resolve(path), {
    busyTimeout,
    maxBytes,
    takesDamaged,
    connect: (location, readOnly) => new DatabaseSync(location, { readOnly }),
  })
  const store: SyncStore = {
    handles: hashes => handlesOf(connection, hashes),
    put(originals) {
      const prepared = prepareOriginals(connection, originals)
      return connection.write(() => {
        const stored = prepared.map(original => ({
          hash: original.hash,
          added: addOriginal(connection, original),
        }))
        return withHandles(stored, hashes => handlesOf(connection, hashes))
      })
    },
    get(handle, range) {
      const bytes = readOriginal(connection, handle)
      return range === undefined ? bytes : cutRange(bytes, range)
    },
    find: (handle, session) => findInSession(connection, handle, session),
    views(hashes) {
      const found = hashes.flatMap(hash => viewBy(connection, hash) ?? [])
      return new Map(found.map(view => [view.hash, view]))
    },
    search(query, searchOptions) {
      const parsed = searchQuery(query, searchOptions)
      return connection.read(() => {
        const matches = searchOriginals(searchCandidates(connection, parsed), parsed)
        return hitsOf(matches, hashes => handlesOf(connection, hashes))
      })
    },
    newest: limit => newestOriginals(connection, limit),
    record(run) {
      const prepared = prepareOriginals(connection, run.originals)
      connection.write(() => addRun(connection, run, prepared))
    },
    receipts: session => receiptsOf(connection, session),
    stats: () => statsOf(connection),
    verify: () => finishSteps(verifyInSteps(connection)),
    verifySteps: () => verifyInSteps(connection),
    purge: filter => finishSteps(purgeInSteps(connection, filter)).originals,
    purgeSteps: filter => purgeInSteps(connection, filter),
    previewPurge: filter => previewOf(connection, filter),
    compactSteps: () => compactInSteps(connection),
    exportTo: directory => connection.read(() => exportOriginals(directory, exported(connection))),
    state: (session, name) => stateOf(connection, session, name),
    setState: (session, name, value, version) =>
      connection.write(() => writeState(connection, session, name, { value, version })),
    close: () => connection.close(),
  }
  rememberCopying(store, sqliteCopying(connection))
  rememberSource(store, { address: resolve(path), options: { busyTimeout, maxBytes } })
  return store
}

function statsOf(connection: Connection): StoreStats {
  const row = connection.row<StoreStats>(
    `SELECT count(*) FILTER (WHERE state = 'available') AS originals,
       count(*) FILTER (WHERE state = 'purged') AS purged,
       (SELECT count(*) FROM session) AS sessions,
       (SELECT count(receipt) FROM run) AS receipts,
       coalesce(sum(size) FILTER (WHERE state = 'available'), 0) AS bytes,
       coalesce(sum(length(bytes)), 0) AS storedBytes,
       (SELECT coalesce(sum(tokens_saved), 0) FROM run) AS tokensSaved
     FROM original`,
  )
  return { ...(row as StoreStats) }
}

function* exported(connection: Connection): Generator<Exported> {
  const views = viewsIn(connection)
  for (const { hash, row } of readableOriginals(connection)) {
    const handle = knownHandle(connection, hash)
    const bytes = row === undefined ? undefined : soundBytes(row)
    const { id = 0, size = 0, state = 'corrupt' } = row ?? {}
    if (bytes !== undefined) yield { handle, hash, size, state, bytes, views: views.get(id) }
    else yield { handle, hash, size, state: state === 'purged' ? state : 'corrupt' }
  }
}

/** Empty if their pages are damaged. */
function viewsIn(connection: Connection): ReadonlyMap<number, readonly ExportedView[]> {
  try {
    return viewsByOriginal(
      connection.rows<ExportedView & { original: number }>(
        'SELECT original, hash, media FROM view ORDER BY hash',
      ),
    )
  } catch (error) {
    if (!isDamage(error)) throw error
    return new Map()
  }
}

/** The whole hash, if the index that determines the shortest unique handle is damaged. */
function knownHandle(connection: Connection, hash: string): string {
  try {
    return handlesOf(connection, [hash])[0] as string
  } catch (error) {
    if (!isDamage(error)) throw error
    return handleOf(hash, hash.length)
  }
}

let sqlite: typeof nodeSqlite | undefined

/** Loaded with the first store: importing this file alone costs nothing. */
function loadSqlite(): typeof nodeSqlite {
  sqlite ??= withoutNotice(() => process.getBuiltinModule('node:sqlite'))
  if (sqlite === undefined)
    throw new FoveaError('unsupported-node', 'The SQLite store needs Node 22.18 or newer.')
  return sqlite
}

/** Node 22 warns that SQLite is experimental; users need not see that. */
function withoutNotice<Result>(load: () => Result): Result {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite')) Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
