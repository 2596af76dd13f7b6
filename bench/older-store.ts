/** A store as the version before wrote it, made from one of today. */
import { DatabaseSync } from 'node:sqlite'

/** Without its search index: the one table that held all of it is empty. */
export function olderCopy(from: string, to: string): void {
  const database = new DatabaseSync(from)
  database.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`)
  database.close()
  const older = new DatabaseSync(to)
  const named = (type: string, like: string): readonly string[] =>
    older
      .prepare('SELECT name FROM sqlite_schema WHERE type = ? AND name GLOB ?')
      .all(type, like)
      .map(row => String(row['name']))
  for (const trigger of named('trigger', '*')) older.exec(`DROP TRIGGER ${trigger}`)
  for (const part of named('table', 'search_part*').filter(name => /^search_part\d+$/.test(name)))
    older.exec(`DROP TABLE ${part}`)
  older.exec(`DROP TABLE held; DROP TABLE session_use; DROP TABLE search_shard;
    ALTER TABLE original DROP COLUMN purged_by; ALTER TABLE original DROP COLUMN purged_at;
    PRAGMA user_version = 2; PRAGMA journal_mode = WAL`)
  older.close()
}
