/** States of live sessions in PostgreSQL: small texts by name, each written only over the version that was read. */
import type { SessionState } from '../store.ts'
import type { Tables } from './rows.ts'
import { now } from './schema.ts'

export async function stateOf(
  { statements, schema }: Tables,
  session: string,
  name: string,
): Promise<SessionState | undefined> {
  const [row] = await statements.rows<SessionState>(
    `SELECT version::float8 AS version, value FROM ${schema}.state WHERE session = $1 AND name = $2`,
    [session, name],
  )
  return row === undefined ? undefined : { version: row.version, value: row.value }
}

/** One statement: the server decides whether it was written, even with concurrent writers. */
export async function writeState(
  { statements, schema }: Tables,
  session: string,
  name: string,
  { version, value }: SessionState,
): Promise<boolean> {
  const write =
    version === 0
      ? `INSERT INTO ${schema}.state (session, name, version, value) VALUES ($1, $2, $4 + 1, $3)
         ON CONFLICT DO NOTHING RETURNING session`
      : `UPDATE ${schema}.state SET value = $3, version = version + 1
         WHERE session = $1 AND name = $2 AND version = $4 RETURNING session`
  const rows = await statements.rows<{ session: string }>(
    `WITH written AS (${write}), used AS (
       INSERT INTO ${schema}.session_use SELECT session, ${now} FROM written
       ON CONFLICT (session) DO UPDATE SET used = excluded.used
     )
     SELECT session FROM written`,
    [session, name, value, version],
  )
  return rows.length > 0
}
