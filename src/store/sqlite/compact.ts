/** Returns all space that a SQLite store does not need, including what purges of older versions left. */
import type { OriginalRow } from '../original-row.ts'
import type { PurgeReport, StoreStep } from '../store.ts'
import { triedAgain, withinBudget } from '../store-steps.ts'
import type { Connection } from './connection.ts'
import { searchableText } from './originals.ts'
import { cleanUp } from './purge.ts'
import { firstShard, indexText } from './shards.ts'
import { emptyLog, isVacuumedInSteps, rewriteFile, spaceOf } from './space.ts'

export function* compactInSteps(connection: Connection): Generator<StoreStep, PurgeReport> {
  const before = spaceOf(connection).fileBytes
  yield* emptyLog(connection, 'Nothing was compacted; try again')
  yield* moveTexts(connection)
  yield* packTombstones(connection)
  yield* cleanUp(connection)
  if (!isVacuumedInSteps(connection)) rewriteFile(connection)
  yield* emptyLog(connection, 'The store was compacted, but its log is still in use; compact it again')
  const { fileBytes } = spaceOf(connection)
  return { originals: 0, bytes: 0, storeBytes: fileBytes, freedBytes: Math.max(0, before - fileBytes) }
}

/** From the single large index of older versions to parts of bounded size. */
function* moveTexts(connection: Connection): Generator<StoreStep> {
  const next = `SELECT original.* FROM held JOIN original ON original.id = held.original
    WHERE held.shard = ${firstShard} AND held.original > ? ORDER BY held.original LIMIT 1`
  const isEmpty = connection.row('SELECT 1 FROM search_docsize LIMIT 1') === undefined
  const total = connection.row<{ count: number }>('SELECT count(*) AS count FROM search_docsize')?.count ?? 0
  let done = 0
  let id = 0
  for (let isDone = isEmpty; !isDone; ) {
    isDone = yield* triedAgain({ phase: 'index', done, total }, () =>
      connection.write(() =>
        withinBudget(() => {
          const row = connection.row<OriginalRow>(next, [id])
          if (row === undefined) return true
          id = row.id
          const text = searchableText(connection, row)
          if (text) {
            indexText(connection, id, text)
            done += 1
          }
          return false
        }),
      ),
    )
    yield { phase: 'index', done, total }
  }
}

const together = 100

/** Older versions shortened a purged row in place, which leaves its page nearly empty and still in use. */
function* packTombstones(connection: Connection): Generator<StoreStep> {
  const ids = connection
    .rows<{ id: number }>("SELECT id FROM original WHERE state = 'purged' AND purged_by IS NULL ORDER BY id")
    .map(({ id }) => id)
  for (let at = 0; at < ids.length; ) {
    yield* triedAgain({ phase: 'space', done: at, total: ids.length }, () =>
      connection.rewrite(() => {
        withinBudget(() => {
          packAgain(connection, ids.slice(at, at + together))
          at += together
          return at >= ids.length
        })
      }),
    )
    yield { phase: 'space', done: Math.min(at, ids.length), total: ids.length }
  }
}

/** Call inside a transaction. */
function packAgain(connection: Connection, ids: readonly number[]): void {
  const found = "SELECT id, hash, size FROM original WHERE id = ? AND state = 'purged'"
  const rows = ids.flatMap(id => connection.row<Pick<OriginalRow, 'id' | 'hash' | 'size'>>(found, [id]) ?? [])
  for (const { id } of rows) connection.run('DELETE FROM original WHERE id = ?', [id])
  for (const { id, hash, size } of rows)
    connection.run(
      `INSERT INTO original (id, hash, state, size, codec, purged_by) VALUES (?, ?, 'purged', ?, 0, '')`,
      [id, hash, size],
    )
}
