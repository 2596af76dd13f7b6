/** The tables of a store, and the migrations from every older version to the newest. */
import { errorAtFile } from '../../errors.ts'
import type { Connection } from './connection.ts'

/** `Fove` in the database header: marks the file as a store. */
export const applicationId = 0x466f7665

/** The search index: texts are found by any three consecutive characters, in any script. Texts are folded before. */
export const searchIndex = `fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`

/** The store's own clock, in milliseconds since 1970. */
export const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"

/** `migrations[n]` leads from version n to n + 1. Released ones never change. */
export const migrations: readonly string[] = [
  `CREATE TABLE original (
     id INTEGER PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
     state TEXT NOT NULL CHECK (state IN ('available', 'purged')),
     size INTEGER NOT NULL,
     codec INTEGER NOT NULL,
     bytes BLOB,
     CHECK ((state = 'available') = (bytes IS NOT NULL))
   ) STRICT;

   -- What search may see instead of an original that holds secrets.
   CREATE TABLE masked (
     original INTEGER PRIMARY KEY REFERENCES original (id),
     size INTEGER NOT NULL,
     codec INTEGER NOT NULL,
     bytes BLOB NOT NULL
   ) STRICT;

   -- The terms of originals by their id, without the texts: those lie compressed in the tables above.
   CREATE VIRTUAL TABLE search USING ${searchIndex};

   CREATE TABLE view (
     hash TEXT PRIMARY KEY,
     original INTEGER NOT NULL REFERENCES original (id),
     media TEXT NOT NULL CHECK (media IN ('text', 'json', 'messages'))
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE session (
     id TEXT PRIMARY KEY,
     format TEXT,
     agent TEXT,
     model TEXT
   ) STRICT;

   CREATE TABLE run (
     id INTEGER PRIMARY KEY,
     session TEXT REFERENCES session (id),
     tokens_saved INTEGER NOT NULL,
     receipt TEXT
   ) STRICT;
   CREATE INDEX run_by_session ON run (session);

   CREATE TABLE run_original (
     original INTEGER NOT NULL REFERENCES original (id),
     run INTEGER NOT NULL REFERENCES run (id),
     PRIMARY KEY (original, run)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX run_original_by_run ON run_original (run);`,

  // The state that a live session continues from. It may exist before anything is stored, so it does not reference a session.
  `CREATE TABLE state (
     session TEXT NOT NULL,
     name TEXT NOT NULL,
     version INTEGER NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (session, name)
   ) STRICT, WITHOUT ROWID;`,

  // Triggers keep the new tables up to date, so that this also works for an older Fovea that still has the store open.
  `ALTER TABLE original ADD COLUMN purged_at INTEGER;
   ALTER TABLE original ADD COLUMN purged_by TEXT;

   -- One small row for each available original, so that no question about all of them reads their content.
   CREATE TABLE held (
     original INTEGER PRIMARY KEY REFERENCES original (id),
     used INTEGER NOT NULL,
     stored INTEGER NOT NULL,
     shard INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX held_by_shard ON held (shard);
   CREATE INDEX held_by_use ON held (used);

   CREATE TABLE session_use (
     session TEXT PRIMARY KEY,
     used INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX session_use_by_time ON session_use (used);

   -- The search index in parts of bounded size. Part 0 is the table "search", which older versions write to.
   CREATE TABLE search_shard (
     id INTEGER PRIMARY KEY,
     characters INTEGER NOT NULL,
     -- How many texts it no longer indexes, but may still hold terms of.
     dirty INTEGER NOT NULL
   ) STRICT;
   INSERT INTO search_shard VALUES (0, 0, 0);

   INSERT INTO held SELECT id, ${now}, length(bytes), 0 FROM original WHERE state = 'available';
   INSERT INTO session_use SELECT session, ${now} FROM
     (SELECT session FROM run WHERE session IS NOT NULL UNION SELECT session FROM state);

   CREATE TRIGGER original_added AFTER INSERT ON original WHEN NEW.state = 'available' BEGIN
     INSERT INTO held VALUES (NEW.id, ${now}, length(NEW.bytes), 0);
   END;
   CREATE TRIGGER original_restored AFTER UPDATE OF state, bytes ON original WHEN NEW.state = 'available' BEGIN
     INSERT INTO held VALUES (NEW.id, ${now}, length(NEW.bytes), 0)
       ON CONFLICT (original) DO UPDATE SET used = excluded.used, stored = excluded.stored;
   END;
   CREATE TRIGGER original_purged AFTER UPDATE OF state ON original WHEN NEW.state = 'purged' BEGIN
     DELETE FROM held WHERE original = NEW.id;
   END;
   CREATE TRIGGER original_removed BEFORE DELETE ON original BEGIN
     DELETE FROM held WHERE original = OLD.id;
   END;
   CREATE TRIGGER held_removed AFTER DELETE ON held BEGIN
     UPDATE search_shard SET dirty = dirty + 1 WHERE id = OLD.shard;
   END;
   -- The use by a session is that of the session.
   CREATE TRIGGER original_used AFTER INSERT ON run_original
   WHEN (SELECT session FROM run WHERE id = NEW.run) IS NULL BEGIN
     UPDATE held SET used = ${now} WHERE original = NEW.original;
   END;
   CREATE TRIGGER session_ran AFTER INSERT ON run WHEN NEW.session IS NOT NULL BEGIN
     INSERT INTO session_use VALUES (NEW.session, ${now})
       ON CONFLICT (session) DO UPDATE SET used = excluded.used;
   END;
   CREATE TRIGGER session_state_added AFTER INSERT ON state BEGIN
     INSERT INTO session_use VALUES (NEW.session, ${now})
       ON CONFLICT (session) DO UPDATE SET used = excluded.used;
   END;
   CREATE TRIGGER session_state_changed AFTER UPDATE ON state BEGIN
     INSERT INTO session_use VALUES (NEW.session, ${now})
       ON CONFLICT (session) DO UPDATE SET used = excluded.used;
   END;`,

  // What originals are, if known.
  `CREATE TABLE described (
     original INTEGER PRIMARY KEY,
     kind TEXT,
     path TEXT,
     said INTEGER
   ) STRICT;
   CREATE INDEX described_by_kind ON described (kind);`,
]

const newestVersion: number = migrations.length

/** The version of the store of a connection; 0 for an empty file. Throws before anything else is touched. */
export function storeVersion(connection: Connection): number {
  // One snapshot: another process may be creating the tables now.
  return connection.read(() => versionIn(connection))
}

/** Call inside a transaction. */
function versionIn(connection: Connection): number {
  const number = (select: string) => connection.row<{ value: number }>(`SELECT ${select}`)?.value ?? 0
  const id = number('application_id AS value FROM pragma_application_id')
  const version = number('user_version AS value FROM pragma_user_version')
  const tables = number('count(*) AS value FROM sqlite_schema')
  checkVersion(connection.file, id, version, tables > 0)
  return id === applicationId ? version : 0
}

export function checkVersion(file: string, id: number, version: number, isUsed: boolean): void {
  if (id !== applicationId && (id !== 0 || isUsed))
    throw errorAtFile(
      'store-unreadable',
      file,
      `${file} is the database of another program; it was left as it is.`,
    )
  if (id === applicationId && version > newestVersion)
    throw errorAtFile(
      'store-newer',
      file,
      `The store ${file} has version ${version}; this Fovea knows versions up to ${newestVersion}. Update Fovea, or name another store.`,
    )
}

export function migrate(connection: Connection): void {
  if (storeVersion(connection) === newestVersion) return
  connection.write(() => {
    // Another process may have done it while this one waited for the lock.
    for (const migration of migrations.slice(versionIn(connection))) connection.exec(migration)
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newestVersion}`)
  })
}
