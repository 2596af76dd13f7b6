/** States of live sessions in SQLite: small texts by name, each written only over the version that was read. */
import type { PurgeFilter, SessionState } from '../store.ts'
import type { Connection } from './connection.ts'

export function stateOf(connection: Connection, session: string, name: string): SessionState | undefined {
  const row = connection.row<SessionState>(
    'SELECT version, value FROM state WHERE session = ? AND name = ?',
    [session, name],
  )
  return row === undefined ? undefined : { ...row }
}

/** Call inside a transaction. */
export function writeState(
  connection: Connection,
  session: string,
  name: string,
  { version, value }: SessionState,
): boolean {
  const written = connection.row<{ version: number }>(
    version === 0
      ? 'INSERT INTO state (value, session, name, version) VALUES (?, ?, ?, ? + 1) ON CONFLICT DO NOTHING RETURNING version'
      : 'UPDATE state SET value = ?, version = version + 1 WHERE session = ? AND name = ? AND version = ? RETURNING version',
    [value, session, name, version],
  )
  return written !== undefined
}

const usersOf = `
  SELECT DISTINCT run.session FROM run_original AS used JOIN run ON run.id = used.run
  WHERE used.original = ? AND run.session IS NOT NULL`

/**
 * A state describes what its session used: it is removed as soon as one of these originals is purged. Call inside a
 * transaction.
 */
export function forgetStatesOf(connection: Connection, original: number): void {
  connection.run(`DELETE FROM state WHERE session IN (${usersOf})`, [original])
}

/** The states of a session that is purged as a whole, or of all sessions. Call inside a transaction. */
export function forgetStates(connection: Connection, { handles, session }: PurgeFilter): void {
  if (handles !== undefined) return
  if (session === undefined) connection.run('DELETE FROM state')
  else connection.run('DELETE FROM state WHERE session = ?', [session])
}
