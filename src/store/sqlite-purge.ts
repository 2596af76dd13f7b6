/** Forgetting in SQLite: the content leaves the file, a tombstone stays. */
import { FoveaError } from '../errors.ts'
import type { PurgeFilter } from '../types.ts'
import { checkFilter } from './purge-filter.ts'
import type { Connection } from './sqlite-connection.ts'
import { findOriginal } from './sqlite-originals.ts'
import { forgetStates } from './sqlite-states.ts'

/** Freed pages are zeroed throughout (`secure_delete`), so that what is deleted here was not left anywhere before. */
export function purgeOriginals(connection: Connection, filter: PurgeFilter): number {
  checkFilter(filter)
  // Once before as well: a reader that would keep the old bytes alive is found while nothing has changed yet.
  emptyLog(connection, 'Nothing was purged; try again')
  const purged = connection.write(() => {
    const ids = chosen(connection, filter)
    for (const id of ids) {
      connection.run("UPDATE original SET state = 'purged', codec = 0, bytes = NULL WHERE id = ?", id)
      connection.run('DELETE FROM masked WHERE original = ?', id)
      connection.run('DELETE FROM search WHERE rowid = ?', id)
    }
    forgetStates(connection, filter, ids)
    // A deleted text leaves its terms in the index until the index is merged into one piece.
    if (ids.length > 0)
      connection.exec("INSERT INTO search (search) VALUES ('optimize'); PRAGMA incremental_vacuum")
    return ids.length
  })
  emptyLog(
    connection,
    `${purged} originals were purged, but old bytes of them are still on disk; purge them again`,
  )
  return purged
}

/** With a session: what that session stored and no other run did. */
const chosenBySession = `
  SELECT id FROM original WHERE state = 'available' AND (? IS NULL OR
    id IN (SELECT used.original FROM run_original AS used JOIN run ON run.id = used.run WHERE run.session = ?)
    AND NOT EXISTS (SELECT 1 FROM run_original AS used JOIN run ON run.id = used.run
      WHERE used.original = original.id AND run.session IS NOT ?))`

function chosen(connection: Connection, { handles, session }: PurgeFilter): readonly number[] {
  const owner = session ?? null
  const named = handles && new Set(handles.map(handle => findOriginal(connection, handle).id))
  return connection
    .rows<{ id: number }>(chosenBySession, owner, owner, owner)
    .map(({ id }) => id)
    .filter(id => named?.has(id) !== false)
}

/** Moves the write-ahead log into the database and cuts it to nothing. */
function emptyLog(connection: Connection, consequence: string): void {
  const result = connection.row<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
  if (result?.busy === 1)
    throw new FoveaError(
      'store-locked',
      `Another process is using the store ${connection.file}. ${consequence} when it is done.`,
      { place: { file: connection.file } },
    )
}
