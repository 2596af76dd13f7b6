/** The tables of a PostgreSQL store, and the migrations from every older version to the newest. */
import { errorAtFile } from '../../errors.ts'
import type { Statements } from './connection.ts'

/** Older servers lack features that the statements use, and are no longer maintained. */
const oldestServer = 14

/** The server's own clock, in milliseconds since 1970: those of the clients may differ. */
export const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** The search index: trigrams of the extension, or trigrams as words of a `tsvector`. */
export type SearchKind = 'pg_trgm' | 'tsvector'

interface Migration {
  readonly sql: string
  /** The oldest version that may still read and write at the same time, as during a rollout. */
  readonly oldest: number
}

/** `migrations[n]` leads from version n to n + 1. Released ones never change. `SCHEMA` is the schema of the namespace. */
const migrations: readonly Migration[] = [
  {
    oldest: 1,
    sql: `
      CREATE SEQUENCE SCHEMA.original_id;
      CREATE TABLE SCHEMA.original (
        id bigint PRIMARY KEY DEFAULT nextval('SCHEMA.original_id'),
        hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) = 64),
        state text NOT NULL CHECK (state IN ('available', 'purged')),
        size bigint NOT NULL,
        codec smallint NOT NULL,
        bytes bytea,
        -- SHA-256 of the codec and the bytes as they lie here, so that the server can tell damage by itself.
        digest bytea,
        purged_at bigint,
        purged_by text,
        CHECK ((state = 'available') = (bytes IS NOT NULL))
      );
      -- The bytes are compressed already.
      ALTER TABLE SCHEMA.original ALTER COLUMN bytes SET STORAGE EXTERNAL;

      -- One small row for each available original: written often, and locked by whoever relies on it.
      CREATE TABLE SCHEMA.held (
        original bigint PRIMARY KEY REFERENCES SCHEMA.original (id),
        used bigint NOT NULL,
        stored bigint NOT NULL
      ) WITH (fillfactor = 70);

      -- What search may see instead of an original that holds secrets.
      CREATE TABLE SCHEMA.masked (
        original bigint PRIMARY KEY REFERENCES SCHEMA.original (id),
        size bigint NOT NULL,
        codec smallint NOT NULL,
        bytes bytea NOT NULL
      );

      CREATE TABLE SCHEMA.search_text (
        original bigint PRIMARY KEY REFERENCES SCHEMA.original (id),
        folded text COLLATE "C" NOT NULL,
        -- Where the extension is missing: the trigrams of the text; NULL where it has too many of them.
        trigrams tsvector
      );

      CREATE TABLE SCHEMA.view (
        hash text COLLATE "C" PRIMARY KEY,
        original bigint NOT NULL REFERENCES SCHEMA.original (id),
        media text NOT NULL CHECK (media IN ('text', 'json', 'messages'))
      );
      CREATE INDEX ON SCHEMA.view (original);

      CREATE TABLE SCHEMA.session (
        id text COLLATE "C" PRIMARY KEY,
        format text,
        agent text,
        model text
      );
      CREATE TABLE SCHEMA.session_use (
        session text COLLATE "C" PRIMARY KEY,
        used bigint NOT NULL
      ) WITH (fillfactor = 70);

      CREATE TABLE SCHEMA.run (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- The same run is recorded once, however often a lost connection has it sent again.
        key uuid NOT NULL UNIQUE,
        session text COLLATE "C" REFERENCES SCHEMA.session (id),
        tokens_saved bigint NOT NULL,
        receipt text
      );
      CREATE INDEX ON SCHEMA.run (session);
      CREATE TABLE SCHEMA.run_original (
        original bigint NOT NULL REFERENCES SCHEMA.original (id),
        run bigint NOT NULL REFERENCES SCHEMA.run (id),
        PRIMARY KEY (original, run)
      );
      CREATE INDEX ON SCHEMA.run_original (run);

      -- What a live session goes on from. It may do so before it has stored anything, so it refers to no session.
      CREATE TABLE SCHEMA.state (
        session text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (session, name)
      );`,
  },
  {
    // What originals are, if known. In `held`, whose rows every version removes when it purges.
    oldest: 1,
    sql: `
      ALTER TABLE SCHEMA.held ADD COLUMN kind text, ADD COLUMN path text, ADD COLUMN said bigint;
      CREATE INDEX held_by_kind ON SCHEMA.held (kind) WHERE kind IS NOT NULL;`,
  },
]

const newestVersion: number = migrations.length

export interface SchemaState {
  readonly version: number
  readonly search: SearchKind
}

/** Writes nothing if the tables are up to date. Throws `store-newer`, `store-unreadable` or `store-readonly`. */
export async function readySchema(
  statements: Statements,
  schema: string,
  place: string,
  wanted: SearchKind | undefined,
): Promise<SchemaState> {
  await checkServer(statements, place)
  const found = await stateOf(statements, schema)
  if (found !== undefined) checkVersion(found, place)
  if (found !== undefined && found.version >= newestVersion)
    return { version: found.version, search: found.search }
  return migrate(statements, schema, place, wanted)
}

/** Creates everything that is missing, by one process at a time. Call outside of a transaction. */
export async function migrate(
  statements: Statements,
  schema: string,
  place: string,
  wanted: SearchKind | undefined,
): Promise<SchemaState> {
  await statements.rows('BEGIN')
  try {
    await statements.rows(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `fovea migrate ${schema}`,
    ])
    // Another process may have done it while this one waited for the lock.
    const before = await stateOf(statements, schema)
    if (before !== undefined) checkVersion(before, place)
    await statements.rows(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await statements.rows(
      `CREATE TABLE IF NOT EXISTS ${schema}.migration (version int PRIMARY KEY, oldest int NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
    )
    await statements.rows(
      `CREATE TABLE IF NOT EXISTS ${schema}.setting (name text PRIMARY KEY, value text NOT NULL)`,
    )
    for (const [index, { sql, oldest }] of migrations.entries()) {
      if (index < (before?.version ?? 0)) continue
      await statements.rows(sql.replaceAll('SCHEMA', schema))
      await statements.rows(`INSERT INTO ${schema}.migration (version, oldest) VALUES ($1, $2)`, [
        index + 1,
        oldest,
      ])
    }
    const search = await readySearch(statements, schema, before?.search, wanted)
    await statements.rows('COMMIT')
    return { version: Math.max(newestVersion, before?.version ?? 0), search }
  } catch (error) {
    await statements.rows('ROLLBACK')
    throw error
  }
}

/** Uses the extension if it is available, even if it was not before. Call inside a transaction. */
async function readySearch(
  statements: Statements,
  schema: string,
  before: SearchKind | undefined,
  wanted: SearchKind | undefined,
): Promise<SearchKind> {
  if (before === 'pg_trgm') return before
  const operators = wanted === 'tsvector' ? undefined : await trigramOperators(statements)
  const search: SearchKind = operators === undefined ? 'tsvector' : 'pg_trgm'
  if (search === before) return search
  if (operators !== undefined) {
    await statements.rows(`DROP INDEX IF EXISTS ${schema}.search_text_trigrams`)
    await statements.rows(
      `CREATE INDEX search_text_folded ON ${schema}.search_text USING gin (folded ${operators})`,
    )
  } else
    await statements.rows(`CREATE INDEX search_text_trigrams ON ${schema}.search_text USING gin (trigrams)`)
  await statements.rows(
    `INSERT INTO ${schema}.setting VALUES ('search', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [search],
  )
  return search
}

/** The name of the operators of `pg_trgm` for an index, wherever it is installed; `undefined` if it cannot be. */
async function trigramOperators(statements: Statements): Promise<string | undefined> {
  await statements.rows('SAVEPOINT extension')
  try {
    await statements.rows('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  } catch {
    await statements.rows('ROLLBACK TO SAVEPOINT extension')
  }
  const [row] = await statements.rows<{ name: string }>(
    `SELECT quote_ident(nspname) || '.gin_trgm_ops' AS name
     FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`,
  )
  return row?.name
}

interface FoundState extends SchemaState {
  readonly oldest: number
}

async function stateOf(statements: Statements, schema: string): Promise<FoundState | undefined> {
  // Not `to_regclass`, which may answer from a cache that is older than the lock.
  const tables = await statements.rows(
    `SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'setting'`,
    [schema.replaceAll('"', '')],
  )
  if (tables.length === 0) return undefined
  const [row] = await statements.rows<FoundState>(
    `SELECT version, oldest, (SELECT value FROM ${schema}.setting WHERE name = 'search') AS search
     FROM ${schema}.migration ORDER BY version DESC LIMIT 1`,
  )
  return row
}

function checkVersion({ version, oldest }: FoundState, place: string): void {
  if (oldest <= newestVersion) return
  throw errorAtFile(
    'store-newer',
    place,
    `The store ${place} has version ${version}, which needs a Fovea that knows version ${oldest}; this one knows versions up to ${newestVersion}. Update Fovea, or name another store.`,
  )
}

async function checkServer(statements: Statements, place: string): Promise<void> {
  const [row] = await statements.rows<{ number: string; name: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name`,
  )
  if (Math.floor(Number(row?.number) / 10_000) >= oldestServer) return
  throw errorAtFile(
    'store-unreadable',
    place,
    `The store ${place} runs PostgreSQL ${row?.name}; Fovea needs version ${oldestServer} or newer.`,
  )
}
