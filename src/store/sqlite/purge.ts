/** Purges from SQLite: removes the content from the file and leaves a tombstone. */
import type { PurgeReason } from '../../errors.ts'
import { checkFilter, countOriginal, cutoffs, hasRules, plainReason, type Tally } from '../purge-filter.ts'
import type { PurgeFilter, PurgeReport, StoreStep } from '../store.ts'
import { triedAgain, withinBudget } from '../store-steps.ts'
import type { Connection } from './connection.ts'
import { lastUseOf, type Unused, unusedSince } from './expiry.ts'
import { findOriginal, withHandlesOfKind } from './originals.ts'
import { forgetSession, receiptRuns } from './runs.ts'
import { now } from './schema.ts'
import { cleanShards, removeFromShard } from './shards.ts'
import { emptyLog, giveSpaceBack, pageLimit, spaceOf } from './space.ts'
import { forgetStates, forgetStatesOf } from './states.ts'

/** Originals that are purged for one reason. */
interface Chosen {
  readonly originals: readonly number[]
  readonly reason: PurgeReason
  /** Checked again with the write lock held: a session may have begun to use it. */
  isStill(original: number): boolean
}

/** Freed pages are always zeroed (`secure_delete`), so that no earlier copy of what is deleted here is left. */
export function* purgeInSteps(connection: Connection, given: PurgeFilter): Generator<StoreStep, PurgeReport> {
  checkFilter(given)
  const filter = withHandlesOfKind(connection, given)
  const before = spaceOf(connection).fileBytes
  const tally: Tally = { originals: 0, bytes: 0, stored: 0 }
  const chosen = hasRules(filter) ? undefined : chosenBy(connection, filter)
  // Also done before the purge: a reader that would keep the old bytes alive is found while nothing has changed yet.
  yield* emptyLog(connection, 'Nothing was purged; try again')
  if (chosen !== undefined) yield* purgePlainly(connection, filter, chosen, tally)
  else yield* purgeByRules(connection, filter, tally)
  yield* cleanUp(connection)
  yield* emptyLog(
    connection,
    `${tally.originals} originals were purged, but old bytes of them are still on disk; purge them again`,
  )
  const { fileBytes } = spaceOf(connection)
  return {
    originals: tally.originals,
    bytes: tally.bytes,
    storeBytes: fileBytes,
    freedBytes: Math.max(0, before - fileBytes),
  }
}

function* purgePlainly(
  connection: Connection,
  filter: PurgeFilter,
  chosen: Chosen,
  tally: Tally,
): Generator<StoreStep> {
  yield* forget(connection, chosen, tally, chosen.originals.length)
  yield* triedAgain({ phase: 'originals', done: tally.originals }, () =>
    connection.write(() => forgetStates(connection, filter)),
  )
}

/** Removes remains of deleted texts from the index, then returns free pages. */
export function* cleanUp(connection: Connection): Generator<StoreStep> {
  const limit = pageLimit(connection)
  yield* cleanShards(connection, limit)
  yield* giveSpaceBack(connection)
  connection.exec(`PRAGMA max_page_count = ${limit}`)
}

function* purgeByRules(connection: Connection, filter: PurgeFilter, tally: Tally): Generator<StoreStep> {
  const { age, size } = cutoffs(filter, timeOf(connection))
  const named = namedBy(connection, filter)
  const groups = (before: number) => unusedSince(connection, before, filter.session)
  for (const group of groups(age)) yield* forgetGroup(connection, group, 'age', named, tally)
  if (filter.maxBytes === undefined) return
  for (let isShorter = true; isShorter; ) {
    yield* cleanUp(connection)
    const excess = excessOf(connection, filter.maxBytes)
    if (excess <= 0) return
    const end = tally.stored + excess
    const purged = tally.originals
    for (const group of groups(size)) {
      yield* forgetGroup(connection, group, 'size', named, tally)
      if (tally.stored >= end) break
    }
    isShorter = tally.originals > purged
  }
}

/** How many bytes of packed content must be removed; the space around them is freed with them. */
function excessOf(connection: Connection, maxBytes: number): number {
  const { usedBytes } = spaceOf(connection)
  const held = connection.row<{ stored: number }>('SELECT coalesce(sum(stored), 0) AS stored FROM held')
  return Math.ceil(((usedBytes - maxBytes) * (held?.stored ?? 0)) / Math.max(1, usedBytes))
}

function* forgetGroup(
  connection: Connection,
  { originals, used, session }: Unused,
  reason: PurgeReason,
  named: ReadonlySet<number> | undefined,
  tally: Tally,
): Generator<StoreStep> {
  const isStill = (id: number) => (lastUseOf(connection, id) ?? Number.POSITIVE_INFINITY) <= used
  const meant = named === undefined ? originals : originals.filter(id => named.has(id))
  yield* forget(connection, { originals: meant, reason, isStill }, tally, undefined)
  if (session === undefined || named !== undefined) return
  for (const runs of receiptRuns(connection, session)) {
    const step: StoreStep = { phase: 'originals', done: tally.originals }
    yield* triedAgain(step, () => connection.rewrite(() => forgetSession(connection, session, used, runs)))
    yield step
  }
}

const together = 4

function* forget(
  connection: Connection,
  { originals, reason, isStill }: Chosen,
  tally: Tally,
  total: number | undefined,
): Generator<StoreStep> {
  for (let at = 0; at < originals.length; ) {
    const batch: Tally = { originals: 0, bytes: 0, stored: 0 }
    const waiting: StoreStep = { phase: 'originals', done: tally.originals }
    yield* triedAgain(waiting, () =>
      connection.rewrite(() => {
        withinBudget(() => {
          const some = originals.slice(at, at + together)
          at += together
          bury(connection, some.filter(isStill), reason, batch)
          return at >= originals.length
        })
      }),
    )
    tally.originals += batch.originals
    tally.bytes += batch.bytes
    tally.stored += batch.stored
    yield { phase: 'originals', done: tally.originals, ...(total === undefined ? {} : { total }) }
  }
  if (originals.length === 0) yield { phase: 'originals', done: tally.originals }
}

/** Call inside a transaction. */
function bury(connection: Connection, ids: readonly number[], reason: PurgeReason, tally: Tally): void {
  const rows = ids.flatMap(
    id =>
      connection.row<{ id: number; hash: string; size: number; stored: number; shard: number }>(
        `SELECT id, hash, size, stored, shard FROM original JOIN held ON held.original = original.id WHERE id = ?`,
        [id],
      ) ?? [],
  )
  for (const row of rows) {
    const { id, shard } = row
    forgetStatesOf(connection, id)
    removeFromShard(connection, shard, id)
    connection.run('DELETE FROM masked WHERE original = ?', [id])
    connection.run('DELETE FROM described WHERE original = ?', [id])
    // Deleted and inserted again: a row shortened in place would leave its page nearly empty and still in use.
    connection.run('DELETE FROM original WHERE id = ?', [id])
    countOriginal(tally, row)
  }
  for (const { id, hash, size } of rows)
    connection.run(
      `INSERT INTO original (id, hash, state, size, codec, bytes, purged_at, purged_by)
       VALUES (?, ?, 'purged', ?, 0, NULL, ${now}, ?)`,
      [id, hash, size, reason],
    )
}

function chosenBy(connection: Connection, filter: PurgeFilter): Chosen {
  const { session } = filter
  const named = namedBy(connection, filter)
  const isStill = (id: number) => session === undefined || isOnlyIn(connection, session, id)
  const reason = plainReason(filter)
  if (named !== undefined) {
    const own = session === undefined ? undefined : new Set(usedIn(connection, session))
    return { originals: [...named].filter(id => own?.has(id) !== false), reason, isStill }
  }
  return {
    originals: session === undefined ? allHeld(connection) : usedIn(connection, session),
    reason,
    isStill,
  }
}

function namedBy(connection: Connection, { handles }: PurgeFilter): ReadonlySet<number> | undefined {
  return handles && new Set(handles.map(handle => findOriginal(connection, handle).id))
}

function allHeld(connection: Connection): readonly number[] {
  return connection.rows<{ id: number }>('SELECT original AS id FROM held ORDER BY id').map(({ id }) => id)
}

function usedIn(connection: Connection, session: string): readonly number[] {
  return connection
    .rows<{ id: number }>(
      `SELECT DISTINCT held.original AS id FROM run JOIN run_original ON run_original.run = run.id
       JOIN held ON held.original = run_original.original WHERE run.session = ? ORDER BY id`,
      [session],
    )
    .map(({ id }) => id)
}

/** An original that another run stored as well does not belong to the session alone. */
function isOnlyIn(connection: Connection, session: string, original: number): boolean {
  const other = `SELECT 1 FROM run_original JOIN run ON run.id = run_original.run
    WHERE run_original.original = ? AND run.session IS NOT ? LIMIT 1`
  return connection.row(other, [original, session]) === undefined
}

/** Counts what a purge would remove; the freed bytes are estimated in proportion to the packed content. */
export function previewOf(connection: Connection, given: PurgeFilter): PurgeReport {
  checkFilter(given)
  return connection.read(() => {
    const filter = withHandlesOfKind(connection, given)
    const { usedBytes, fileBytes } = spaceOf(connection)
    const held = connection.row<{ stored: number }>('SELECT coalesce(sum(stored), 0) AS stored FROM held')
    const perStored = usedBytes / Math.max(1, held?.stored ?? 0)
    const tally: Tally = { originals: 0, bytes: 0, stored: 0 }
    const counted = new Set<number>()
    const count = (ids: readonly number[]) => {
      for (const id of ids) if (!counted.has(id)) countHeld(connection, id, tally)
      for (const id of ids) counted.add(id)
    }
    if (hasRules(filter)) {
      const { age, size } = cutoffs(filter, timeOf(connection))
      const named = namedBy(connection, filter)
      const end = filter.maxBytes === undefined ? 0 : excessOf(connection, filter.maxBytes)
      for (const { originals, used } of unusedSince(connection, Math.max(age, size), filter.session)) {
        if (used >= age && tally.stored >= end) break
        count(named === undefined ? originals : originals.filter(id => named.has(id)))
      }
    } else {
      const { originals, isStill } = chosenBy(connection, filter)
      count(originals.filter(isStill))
    }
    const freedBytes = Math.min(fileBytes, Math.round(tally.stored * perStored))
    const { originals, bytes } = tally
    return { originals, bytes, storeBytes: fileBytes - freedBytes, freedBytes }
  })
}

function countHeld(connection: Connection, id: number, tally: Tally): void {
  const row = connection.row<{ size: number; stored: number }>(
    'SELECT size, stored FROM original JOIN held ON held.original = original.id WHERE id = ?',
    [id],
  )
  if (row !== undefined) countOriginal(tally, row)
}

function timeOf(connection: Connection): number {
  return connection.row<{ time: number }>(`SELECT ${now} AS time`)?.time ?? 0
}
