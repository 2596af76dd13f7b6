/** The space that the tables of PostgreSQL take, and how it is returned. */
import type { PurgeReport, StoreStep } from '../store.ts'
import type { Connection } from './connection.ts'
import type { Tables } from './rows.ts'

/** The server keeps deleted rows until they are vacuumed; only then is their space used again. */
export async function* reclaim(connection: Connection, { schema }: Tables): AsyncGenerator<StoreStep> {
  const tables = ['original', 'held', 'masked', 'search_text']
  for (const [done, table] of tables.entries()) {
    await connection.maintain(`VACUUM ${schema}.${table}`)
    yield { phase: 'space', done: done + 1, total: tables.length }
  }
}

/** Rewrites every table, each locked meanwhile, and so returns the space to the disk. */
export async function* compactInSteps(
  connection: Connection,
  tables: Tables,
): AsyncGenerator<StoreStep, PurgeReport> {
  const before = await diskBytes(tables)
  const names = 'original held masked search_text view session_use run run_original state'.split(' ')
  for (const [done, name] of names.entries()) {
    await connection.maintain(`VACUUM FULL ${tables.schema}.${name}`)
    yield { phase: 'space', done: done + 1, total: names.length }
  }
  const after = await diskBytes(tables)
  return { originals: 0, bytes: 0, storeBytes: after, freedBytes: Math.max(0, before - after) }
}

async function diskBytes({ statements, schema }: Tables): Promise<number> {
  const [row] = await statements.rows<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
    [schema],
  )
  return row?.bytes ?? 0
}

/** Bytes of the content. The files of a server also contain free space, which it uses again. */
export async function storedBytes({ statements, schema }: Tables): Promise<number> {
  const [row] = await statements.rows<{ bytes: number }>(
    `SELECT coalesce(sum(stored), 0)::float8 AS bytes FROM ${schema}.held`,
  )
  return row?.bytes ?? 0
}
