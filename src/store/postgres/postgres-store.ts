/** The store for many machines: one PostgreSQL database, through the package `pg`. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FoveaError } from '../../errors.ts'
import { hashText } from '../../tokens/hash.ts'
import { cutRange } from '../cut-range.ts'
import { defaultStorePath } from '../default-path.ts'
import { type Exported, type ExportedView, exportLater, viewsByOriginal } from '../export-originals.ts'
import { homeDirectory } from '../home-directory.ts'
import { soundBytes } from '../original-row.ts'
import { hitsOf } from '../search-originals.ts'
import { searchQuery } from '../search-query.ts'
import { sqliteStore } from '../sqlite/sqlite-store.ts'
import type { Run, Store, StoreStats } from '../store.ts'
import { rememberCopying } from '../store-copying.ts'
import { rememberSource } from '../store-source.ts'
import { drainSteps } from '../store-steps.ts'
import { type Connection, connectionTo, type PgPool } from './connection.ts'
import {
  addOriginals,
  findOriginal,
  handlesOf,
  newestOriginals,
  originalsAfter,
  prepareOriginals,
  readOriginal,
  withStoredHandles,
} from './originals.ts'
import { postgresCopying } from './postgres-copying.ts'
import {
  type PostgresAddress,
  type PostgresOptions,
  type PostgresSettings,
  postgresAddress,
  postgresSettings,
} from './postgres-options.ts'
import { previewOf, purgeInSteps } from './purge.ts'
import type { Tables } from './rows.ts'
import { addRun, receiptsOf, viewsBy } from './runs.ts'
import { migrate, readySchema, type SchemaState, type SearchKind } from './schema.ts'
import { ranked } from './search.ts'
import { compactInSteps } from './space.ts'
import { type ServerStore, type SpillFile, spillingStore } from './spilling-store.ts'
import { stateOf, writeState } from './states.ts'
import { verifyInSteps } from './verify.ts'

export type { PgClient, PgPool } from './connection.ts'
export type { PostgresOptions } from './postgres-options.ts'

/**
 * Connects with the first call, and creates missing tables. Every call may fail with a `FoveaError` whose code starts with
 * `store-`. `url` may name a namespace: `postgres://host/database?namespace=team`.
 */
export function postgresStore(server: string | URL | PgPool, options: PostgresOptions = {}): Store {
  const address = isPool(server) ? undefined : postgresAddress(String(server))
  const settings = postgresSettings({ ...address?.options, ...options })
  const { schema, deadlineMs, poolSize } = settings
  const place = address?.shown ?? 'postgres://'
  let search: SearchKind = 'pg_trgm'
  const connection = connectionTo({
    place,
    deadlineMs,
    ...(address === undefined ? {} : { poolSize }),
    isOwner: address !== undefined,
    open: async () => (isPool(server) ? server : openPool(address as PostgresAddress, poolSize, deadlineMs)),
    async prepare(statements) {
      search = (await readySchema(statements, schema, place, settings.search)).search
    },
  })
  const tables = tablesOf(connection, schema, () => search)
  const onServer = storeOver(connection, tables)
  const { recordAs: _, ...plain } = onServer
  const store = settings.spill === false ? plain : spillingStore(onServer, spillFile(settings, place))
  rememberCopying(store, { ...postgresCopying(tables), recordAs: onServer.recordAs })
  if (address !== undefined) rememberSource(store, { address: String(server), options })
  return store
}

function tablesOf(statements: Connection, schema: string, searchKind: () => SearchKind): Tables {
  return {
    statements,
    schema,
    get search() {
      return searchKind()
    },
  }
}

function storeOver(connection: Connection, tables: Tables): ServerStore {
  /** Uses the same tables in a transaction. */
  const write = <Result>(work: (within: Tables) => Promise<Result>): Promise<Result> =>
    connection.write(statements => work({ statements, schema: tables.schema, search: tables.search }))
  const recordAs = async (run: Run, key: string): Promise<void> => {
    const prepared = prepareOriginals(run.originals)
    await write(within => addRun(within, run, prepared, key))
  }
  return {
    recordAs,
    handles: hashes => handlesOf(tables, hashes),
    async put(originals) {
      const prepared = prepareOriginals(originals)
      const added = new Set(await write(within => addOriginals(within, prepared)))
      const handled = await withStoredHandles(tables, originals)
      return handled.map(({ hash, handle }) => ({ hash, handle, added: added.delete(hash) }))
    },
    async get(handle, range) {
      const bytes = await readOriginal(tables, handle)
      return range === undefined ? bytes : cutRange(bytes, range)
    },
    find: (handle, session) => findOriginal(tables, handle, session),
    views: hashes => viewsBy(tables, hashes),
    async search(query, searchOptions) {
      const ranking = await ranked(tables, searchQuery(query, searchOptions))
      const matches = ranking.matches()
      const handles = await handlesOf(
        tables,
        matches.map(({ hash }) => hash),
      )
      return hitsOf(matches, () => handles)
    },
    newest: limit => newestOriginals(tables, limit),
    record: run => recordAs(run, randomUUID()),
    receipts: session => receiptsOf(tables, session),
    stats: () => statsOf(tables),
    verify: () => drainSteps(verifyInSteps(tables)),
    verifySteps: () => verifyInSteps(tables),
    purge: async filter => (await drainSteps(purgeInSteps(connection, tables, filter))).originals,
    purgeSteps: filter => purgeInSteps(connection, tables, filter),
    previewPurge: filter => previewOf(tables, filter),
    compactSteps: () => compactInSteps(connection, tables),
    exportTo: directory => exportLater(directory, exported(tables)),
    state: (session, name) => stateOf(tables, session, name),
    setState: (session, name, value, version) => writeState(tables, session, name, { value, version }),
    close: () => connection.close(),
  }
}

function isPool(server: string | URL | PgPool): server is PgPool {
  return typeof server === 'object' && 'connect' in server
}

/** Creates everything that is missing in the tables, and a better index if the server now allows it. */
export async function migratePostgres(server: string): Promise<SchemaState> {
  const address = postgresAddress(server)
  const { schema, search } = postgresSettings(address.options)
  const place = address.shown
  let state: SchemaState | undefined
  const connection = connectionTo({
    place,
    deadlineMs: 10_000,
    isOwner: true,
    open: () => openPool(address, 1, 10_000),
    async prepare(statements) {
      await readySchema(statements, schema, place, search)
      state = await migrate(statements, schema, place, search)
    },
  })
  try {
    await connection.rows('SELECT 1')
  } finally {
    await connection.close()
  }
  return state as SchemaState
}

/** One file for each server, database and namespace, created when first needed. */
function spillFile({ spill, schema, maxSpillBytes }: PostgresSettings, place: string): SpillFile {
  const env = { ...process.env, FOVEA_STORE: undefined }
  const folder = dirname(defaultStorePath(env, process.platform, homeDirectory()))
  const name = `spill-${hashText(`${place} ${schema}`).slice(0, 12)}.db`
  const path = typeof spill === 'string' ? spill : join(folder, name)
  return { exists: () => existsSync(path), open: () => sqliteStore(path, { maxBytes: maxSpillBytes }) }
}

/** A variable, so that users without the optional peer can compile and bundle. */
const driver: string = 'pg'

interface PgDriver {
  readonly Pool: new (settings: object) => PgPool
}

/** Loaded with the first connection: importing this file alone costs nothing. */
async function openPool({ url }: PostgresAddress, max: number, deadlineMs: number): Promise<PgPool> {
  try {
    const { default: pg } = (await import(driver)) as { default: PgDriver }
    return new pg.Pool({
      connectionString: url,
      max,
      // This is also how long a call waits for a connection that others use.
      connectionTimeoutMillis: deadlineMs,
      query_timeout: maxQueryMs,
      application_name: 'fovea',
      allowExitOnIdle: true,
    })
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new FoveaError('invalid-option', 'A PostgreSQL store needs the package pg: npm install pg.', {
      cause,
    })
  }
}

/** A server that is silent this long counts as unreachable. */
const maxQueryMs = 30_000

async function statsOf({ statements, schema }: Tables): Promise<StoreStats> {
  const [row] = await statements.rows<StoreStats>(
    `SELECT (count(*) FILTER (WHERE state = 'available'))::float8 AS originals,
       (count(*) FILTER (WHERE state = 'purged'))::float8 AS purged,
       (SELECT count(*) FROM ${schema}.session)::float8 AS sessions,
       (SELECT count(receipt) FROM ${schema}.run)::float8 AS receipts,
       coalesce(sum(size) FILTER (WHERE state = 'available'), 0)::float8 AS bytes,
       coalesce(sum(octet_length(bytes)), 0)::float8 AS "storedBytes",
       (SELECT coalesce(sum(tokens_saved), 0) FROM ${schema}.run)::float8 AS "tokensSaved"
     FROM ${schema}.original`,
  )
  return { ...(row as StoreStats) }
}

/** How many originals are in memory at once. */
const page = 50

async function* exported(tables: Tables): AsyncGenerator<Exported> {
  for (let id = 0; ; ) {
    const rows = await originalsAfter(tables, id, page, false)
    const last = rows.at(-1)
    if (last === undefined) return
    const views = await viewsOf(tables, rows)
    for (const row of await withStoredHandles(tables, rows)) {
      const { hash, size, state, handle } = row
      const bytes = soundBytes(row)
      if (bytes !== undefined) yield { handle, hash, size, state, bytes, views: views.get(row.id) }
      else yield { handle, hash, size, state: state === 'purged' ? state : 'corrupt' }
    }
    id = last.id
  }
}

async function viewsOf(
  { statements, schema }: Tables,
  rows: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, readonly ExportedView[]>> {
  return viewsByOriginal(
    await statements.rows<ExportedView & { original: number }>(
      `SELECT original::float8 AS original, hash, media FROM ${schema}.view
       WHERE original = ANY ($1::bigint[]) ORDER BY hash`,
      [rows.map(({ id }) => id)],
    ),
  )
}
