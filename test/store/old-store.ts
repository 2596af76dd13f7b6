/** A store as an older version wrote it, and what such a version goes on to do with one that it still has open. */
import { DatabaseSync } from 'node:sqlite'
import { applicationId, migrations } from '../../src/store/sqlite/schema.ts'
import { originalOf } from './samples.ts'

export function writeOldStore(file: string, version: number, texts: readonly string[]): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
    for (const migration of migrations.slice(0, version)) database.exec(migration)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
    for (const text of texts) putAsOld(database, text)
  } finally {
    database.close()
  }
}

/** Each text as an original of the session `old`, in the statements of version 2. */
export function putAsOld(database: DatabaseSync, text: string): void {
  const { hash, bytes } = originalOf(text)
  database.exec('BEGIN IMMEDIATE')
  database
    .prepare("INSERT INTO original (hash, state, size, codec, bytes) VALUES (?, 'available', ?, 0, ?)")
    .run(hash, bytes.length, bytes)
  const id = database.prepare('SELECT id FROM original WHERE hash = ?').get(hash)?.['id'] as number
  database.prepare('DELETE FROM search WHERE rowid = ?').run(id)
  database.prepare('INSERT INTO search (rowid, text) VALUES (?, ?)').run(id, text.toLowerCase())
  database.prepare("INSERT INTO session (id) VALUES ('old') ON CONFLICT DO NOTHING").run()
  const run = database
    .prepare("INSERT INTO run (session, tokens_saved, receipt) VALUES ('old', 0, NULL) RETURNING id")
    .get()?.['id'] as number
  database.prepare('INSERT INTO run_original (original, run) VALUES (?, ?)').run(id, run)
  database.exec('COMMIT')
}

export function purgeAsOld(database: DatabaseSync, text: string): void {
  const id = database.prepare('SELECT id FROM original WHERE hash = ?').get(originalOf(text).hash)?.['id']
  database.exec(`BEGIN IMMEDIATE;
    UPDATE original SET state = 'purged', codec = 0, bytes = NULL WHERE id = ${id};
    DELETE FROM masked WHERE original = ${id};
    DELETE FROM search WHERE rowid = ${id};
    INSERT INTO search (search) VALUES ('optimize');
    COMMIT`)
}
