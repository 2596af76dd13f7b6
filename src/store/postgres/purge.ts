/** Purges from PostgreSQL: removes the content from the tables and leaves a tombstone. */
import type { PurgeReason } from '../../errors.ts'
import {
  brokenRule,
  type Cutoffs,
  checkFilter,
  countOriginal,
  cutoffs,
  hasRules,
  plainReason,
  type Tally,
} from '../purge-filter.ts'
import type { PurgeFilter, PurgeReport, StoreStep } from '../store.ts'
import type { Connection } from './connection.ts'
import { findOriginal } from './originals.ts'
import type { Tables } from './rows.ts'
import { now } from './schema.ts'
import { reclaim, storedBytes } from './space.ts'

/** Number of originals in one transaction. */
const together = 200
/** How many originals are checked against the rules at a time. */
const stretch = 5000

export async function* purgeInSteps(
  connection: Connection,
  tables: Tables,
  filter: PurgeFilter,
): AsyncGenerator<StoreStep, PurgeReport> {
  checkFilter(filter)
  const tally: Tally = { originals: 0, bytes: 0, stored: 0 }
  yield* hasRules(filter)
    ? purgeByRules(connection, tables, filter, tally)
    : purgePlainly(connection, tables, filter, tally)
  if (tally.originals > 0) yield* reclaim(connection, tables)
  return reportOf(tally, await storedBytes(tables))
}

export async function previewOf(tables: Tables, filter: PurgeFilter): Promise<PurgeReport> {
  checkFilter(filter)
  const named = await namedBy(tables, filter)
  const before = await storedBytes(tables)
  const tally: Tally = { originals: 0, bytes: 0, stored: 0 }
  if (!hasRules(filter)) for (const each of await meantBy(tables, filter, named)) countOriginal(tally, each)
  else {
    const limits = cutoffs(filter, await timeOf(tables))
    for (const each of await unused(tables, filter, named, limits, Number.MAX_SAFE_INTEGER))
      if (brokenRule(each.used, limits, before - tally.stored, filter) !== undefined)
        countOriginal(tally, each)
  }
  return reportOf(tally, before - tally.stored)
}

function reportOf({ originals, bytes, stored }: Tally, storeBytes: number): PurgeReport {
  return { originals, bytes, storeBytes, freedBytes: stored }
}

interface Meant {
  readonly id: number
  readonly size: number
  readonly stored: number
}

interface Unused extends Meant {
  readonly used: number
}

async function* purgePlainly(
  connection: Connection,
  tables: Tables,
  filter: PurgeFilter,
  tally: Tally,
): AsyncGenerator<StoreStep> {
  const meant = await meantBy(tables, filter, await namedBy(tables, filter))
  const still = filter.session === undefined ? '' : `AND ${isOnlyIn(tables.schema)}`
  for (let at = 0; at < meant.length; at += together) {
    const batch = meant.slice(at, at + together).map(({ id }) => id)
    await bury(connection, tables, batch, plainReason(filter), still, [filter.session ?? ''], tally)
    yield { phase: 'originals', done: tally.originals, total: meant.length }
  }
  const { handles, session, kind } = filter
  if (handles === undefined && kind === undefined)
    await connection.rows(
      `DELETE FROM ${tables.schema}.state ${session === undefined ? '' : 'WHERE session = $1'}`,
      session === undefined ? [] : [session],
    )
  if (meant.length === 0) yield { phase: 'originals', done: 0 }
}

async function* purgeByRules(
  connection: Connection,
  tables: Tables,
  filter: PurgeFilter,
  tally: Tally,
): AsyncGenerator<StoreStep> {
  const limits = cutoffs(filter, await timeOf(tables))
  const named = await namedBy(tables, filter)
  for (let left = await storedBytes(tables); ; ) {
    const oldest = await unused(tables, filter, named, limits, stretch)
    const broken: (Unused & { readonly reason: PurgeReason })[] = []
    for (const each of oldest) {
      const reason = brokenRule(each.used, limits, left, filter)
      if (reason === undefined) continue
      broken.push({ ...each, reason })
      left -= each.stored
    }
    const before = tally.originals
    for (let at = 0; at < broken.length; at += together) {
      const batch = broken.slice(at, at + together)
      for (const [reason, some] of Map.groupBy(batch, each => each.reason))
        await bury(
          connection,
          tables,
          some.map(({ id }) => id),
          reason,
          `AND ${lastUse(tables.schema)} <= $3::bigint`,
          [Math.max(...some.map(({ used }) => used))],
          tally,
        )
      yield { phase: 'originals', done: tally.originals }
    }
    // The others were used since, and no longer break a rule.
    if (tally.originals === before) break
  }
  if (named === undefined && filter.kind === undefined)
    await forgetSessions(connection, tables, filter, limits)
  yield { phase: 'originals', done: tally.originals }
}

/** The last use of the original `held.original`, by itself or by a remembered session. */
function lastUse(schema: string): string {
  return `greatest(held.used, (
    SELECT max(session_use.used) FROM ${schema}.run_original JOIN ${schema}.run ON run.id = run_original.run
    JOIN ${schema}.session_use ON session_use.session = run.session WHERE run_original.original = held.original))`
}

/** An original that another run stored as well does not belong to the session alone. */
function isOnlyIn(schema: string): string {
  return `NOT EXISTS (SELECT 1 FROM ${schema}.run_original JOIN ${schema}.run ON run.id = run_original.run
    WHERE run_original.original = held.original AND run.session IS DISTINCT FROM $3)`
}

/** Originals last used before both limits, the least recently used first. */
function unused(
  { statements, schema }: Tables,
  { session, kind }: PurgeFilter,
  named: readonly number[] | undefined,
  { age, size }: Cutoffs,
  limit: number,
): Promise<readonly Unused[]> {
  const before = Math.max(age, size)
  return statements.rows<Unused>(
    `SELECT * FROM (
       SELECT o.id::float8 AS id, o.size::float8 AS size, held.stored::float8 AS stored, ${lastUse(schema)}::float8 AS used
       FROM ${schema}.held JOIN ${schema}.original AS o ON o.id = held.original
       WHERE ($2::bigint[] IS NULL OR o.id = ANY ($2)) AND ($3::text IS NULL OR EXISTS (
         SELECT 1 FROM ${schema}.run_original JOIN ${schema}.run ON run.id = run_original.run
         WHERE run_original.original = o.id AND run.session = $3)) AND ($5::text IS NULL OR held.kind = $5)
     ) AS each WHERE used < $1 ORDER BY used, id LIMIT $4`,
    [Number.isFinite(before) ? before : 0, named ?? null, session ?? null, limit, kind ?? null],
  )
}

async function namedBy(tables: Tables, { handles }: PurgeFilter): Promise<readonly number[] | undefined> {
  if (handles === undefined) return undefined
  const hashes: string[] = []
  for (const handle of handles) hashes.push(await findOriginal(tables, handle))
  const rows = await tables.statements.rows<{ id: number }>(
    `SELECT id::float8 AS id FROM ${tables.schema}.original WHERE hash = ANY ($1::text[])`,
    [hashes],
  )
  return rows.map(({ id }) => id)
}

function meantBy(
  { statements, schema }: Tables,
  { session, kind }: PurgeFilter,
  named: readonly number[] | undefined,
): Promise<readonly Meant[]> {
  return statements.rows<Meant>(
    `SELECT o.id::float8 AS id, o.size::float8 AS size, held.stored::float8 AS stored
     FROM ${schema}.held JOIN ${schema}.original AS o ON o.id = held.original
     WHERE ($2::bigint[] IS NULL OR o.id = ANY ($2)) AND ($3::text IS NULL OR (EXISTS (
       SELECT 1 FROM ${schema}.run_original JOIN ${schema}.run ON run.id = run_original.run
       WHERE run_original.original = o.id AND run.session = $3) AND ${isOnlyIn(schema)}))
       AND ($4::text IS NULL OR held.kind = $4)
     ORDER BY o.id LIMIT $1`,
    [Number.MAX_SAFE_INTEGER, named ?? null, session ?? null, kind ?? null],
  )
}

/** `still` is checked again with the rows locked: a session may have begun to use one. */
async function bury(
  connection: Connection,
  { schema }: Tables,
  ids: readonly number[],
  reason: PurgeReason,
  still: string,
  values: readonly unknown[],
  tally: Tally,
): Promise<void> {
  const buried = await connection.write(async transaction => {
    const rows = await transaction.rows<Meant>(
      `SELECT o.id::float8 AS id, o.size::float8 AS size, held.stored::float8 AS stored
       FROM ${schema}.held JOIN ${schema}.original AS o ON o.id = held.original
       WHERE held.original = ANY ($1::bigint[]) AND $2::text IS NOT NULL ${still} ORDER BY o.hash FOR UPDATE OF held`,
      [ids, reason, ...(still === '' ? [] : values)],
    )
    const found = rows.map(({ id }) => id)
    for (const table of ['held', 'masked', 'search_text'])
      await transaction.rows(`DELETE FROM ${schema}.${table} WHERE original = ANY ($1::bigint[])`, [found])
    await transaction.rows(
      `UPDATE ${schema}.original SET state = 'purged', codec = 0, bytes = NULL, digest = NULL, purged_at = ${now}, purged_by = $2
       WHERE id = ANY ($1::bigint[])`,
      [found, reason],
    )
    // A state describes what its session used: it is removed as soon as one of these originals is purged.
    await transaction.rows(
      `DELETE FROM ${schema}.state WHERE session IN (
         SELECT run.session FROM ${schema}.run_original AS used JOIN ${schema}.run ON run.id = used.run
         WHERE used.original = ANY ($1::bigint[]))`,
      [found],
    )
    return rows
  })
  for (const each of buried) countOriginal(tally, each)
}

/** Sessions that are too old, or without originals, are reduced to the number of tokens that they saved. */
async function forgetSessions(
  connection: Connection,
  { schema }: Tables,
  { session }: PurgeFilter,
  { age, size }: Cutoffs,
): Promise<void> {
  const finite = (limit: number): number => (Number.isFinite(limit) ? limit : 0)
  await connection.write(async transaction => {
    const gone = await transaction.rows<{ session: string }>(
      `DELETE FROM ${schema}.session_use AS old
       WHERE ($3::text IS NULL OR old.session = $3) AND old.used < greatest($1::bigint, $2::bigint)
         AND (old.used < $1 OR NOT EXISTS (
           SELECT 1 FROM ${schema}.run JOIN ${schema}.run_original ON run_original.run = run.id
           JOIN ${schema}.held ON held.original = run_original.original WHERE run.session = old.session))
       RETURNING session`,
      [finite(age), finite(size), session ?? null],
    )
    const sessions = gone.map(each => each.session)
    await transaction.rows(`DELETE FROM ${schema}.state WHERE session = ANY ($1::text[])`, [sessions])
    await transaction.rows(
      `UPDATE ${schema}.run SET receipt = NULL WHERE session = ANY ($1::text[]) AND receipt IS NOT NULL`,
      [sessions],
    )
  })
}

async function timeOf({ statements }: Tables): Promise<number> {
  const [row] = await statements.rows<{ time: number }>(`SELECT ${now}::float8 AS time`)
  return row?.time ?? 0
}
