/** The search index in parts of bounded size: the cost of a purge or a check depends on the parts it touches. */
import { foldText } from '../search-text.ts'
import type { StoreStep } from '../store.ts'
import { triedAgain, withinBudget } from '../store-steps.ts'
import type { Connection } from './connection.ts'
import { searchIndex } from './schema.ts'
import { withoutLimit } from './space.ts'

/** Characters of text in one part. Smaller parts make purges faster and searches for rare words slower. */
const shardCharacters = 16 << 20

/** The part that older versions write to. */
export const firstShard = 0

export function shardTable(id: number): string {
  return id === firstShard ? 'search' : `search_part${id}`
}

export interface Shard {
  readonly id: number
  readonly characters: number
  readonly dirty: number
}

/** The latest first. */
export function shardsOf(connection: Connection): readonly Shard[] {
  return connection.rows<Shard>('SELECT * FROM search_shard ORDER BY id DESC')
}

/** Indexes an available original under this text, or not at all. Call inside a transaction. */
export function indexText(connection: Connection, id: number, text: string | undefined): void {
  const held = connection.row<{ shard: number }>('SELECT shard FROM held WHERE original = ?', [id])
  if (held !== undefined) removeFromShard(connection, held.shard, id)
  const shard = text ? shardFor(connection, text) : firstShard
  connection.run('UPDATE held SET shard = ? WHERE original = ?', [shard, id])
  if (!text) return
  connection.run(`INSERT INTO ${shardTable(shard)} (rowid, text) VALUES (?, ?)`, [id, foldText(text)])
}

/** Call inside a transaction. */
export function removeFromShard(connection: Connection, shard: number, id: number): void {
  const table = shardTable(shard)
  if (connection.row(`SELECT id FROM ${table}_docsize WHERE id = ?`, [id]) === undefined) return
  connection.run(`DELETE FROM ${table} WHERE rowid = ?`, [id])
  connection.run('UPDATE search_shard SET dirty = dirty + 1 WHERE id = ?', [shard])
}

/** The newest part if it has room, else a new one. */
function shardFor(connection: Connection, text: string): number {
  const newest = connection.row<Shard>('SELECT * FROM search_shard ORDER BY id DESC LIMIT 1')
  const isOpen = newest !== undefined && newest.id !== firstShard && newest.characters < shardCharacters
  const id = isOpen ? newest.id : (newest?.id ?? firstShard) + 1
  if (!isOpen) {
    connection.exec(`CREATE VIRTUAL TABLE ${shardTable(id)} USING ${searchIndex}`)
    connection.run('INSERT INTO search_shard VALUES (?, 0, 0)', [id])
  }
  connection.run('UPDATE search_shard SET characters = characters + ? WHERE id = ?', [text.length, id])
  return id
}

/**
 * Removes from the file every term of texts that are no longer indexed: SQLite alone keeps the terms of a deleted text until
 * its part of the index is merged. Each step is one short transaction; what a killed process leaves undone stays marked.
 */
export function* cleanShards(connection: Connection, pageLimit: number): Generator<StoreStep> {
  const dirty = shardsOf(connection).filter(shard => shard.dirty > 0)
  for (const [done, { id }] of dirty.entries())
    yield* cleanShard(connection, id, pageLimit, { phase: 'index', done, total: dirty.length })
}

function* cleanShard(
  connection: Connection,
  id: number,
  pageLimit: number,
  taken: StoreStep,
): Generator<StoreStep> {
  const write = <Result>(work: () => Result) => triedAgain(taken, () => connection.write(work))
  const shard = () => connection.row<Shard>('SELECT * FROM search_shard WHERE id = ?', [id])
  const isUsed = () => connection.row('SELECT 1 FROM held WHERE shard = ?', [id]) !== undefined
  const isDropped = yield* write(() => {
    // Another process may have been faster.
    if (shard() === undefined) return true
    if (id === firstShard || isUsed()) return false
    dropShard(connection, id)
    return true
  })
  yield taken
  if (isDropped) return
  const deleted = shard()?.dirty
  const stale = staleTexts(connection, id)
  let pages = -mergedPages
  for (let isDone = false; !isDone; ) {
    const step = () => {
      if (shard() === undefined) return true
      return withinBudget(() => {
        const text = stale.pop()
        if (text !== undefined) connection.run(`DELETE FROM ${shardTable(id)} WHERE rowid = ?`, [text])
        else if (merge(connection, shardTable(id), pages)) pages = mergedPages
        else return true
        return false
      })
    }
    isDone = yield* triedAgain(taken, () => withoutLimit(connection, pageLimit, () => connection.write(step)))
    yield taken
  }
  // Texts deleted meanwhile may be in a segment that was not merged: they stay marked.
  yield* write(() =>
    connection.run('UPDATE search_shard SET dirty = 0 WHERE id = ? AND dirty = ?', [id, deleted ?? 0]),
  )
}

/** Texts of a part that were purged by an older version, which only knows the first part. */
function staleTexts(connection: Connection, id: number): number[] {
  if (id === firstShard) return []
  return connection
    .rows<{ id: number }>(
      `SELECT id FROM ${shardTable(id)}_docsize AS text WHERE NOT EXISTS
         (SELECT 1 FROM held WHERE held.original = text.id AND held.shard = ?)`,
      [id],
    )
    .map(text => text.id)
}

const mergedPages = 16

/** Returns whether there was anything to merge. A negative number of pages starts to merge everything into one segment. */
function merge(connection: Connection, table: string, pages: number): boolean {
  const changes = () => connection.row<{ count: number }>('SELECT total_changes() AS count')?.count ?? 0
  const before = changes()
  connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, [pages])
  // SQLite's sign that nothing is left to do.
  return changes() - before >= 2
}

function dropShard(connection: Connection, id: number): void {
  connection.exec(`DROP TABLE ${shardTable(id)}`)
  connection.run('DELETE FROM search_shard WHERE id = ?', [id])
}
