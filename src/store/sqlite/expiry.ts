/** What a SQLite store has not used for longest, in that order: whole sessions, and originals without a session. */
import type { Connection } from './connection.ts'

export interface Unused {
  /** The time of its last use. */
  readonly used: number
  readonly session?: string
  readonly originals: readonly number[]
}

/** The last use of one original, by itself or by a remembered session. */
const lastUse = `
  SELECT max(held.used, coalesce((
    SELECT max(session_use.used) FROM run_original JOIN run ON run.id = run_original.run
    JOIN session_use ON session_use.session = run.session
    WHERE run_original.original = held.original), 0)) AS used
  FROM held WHERE held.original = ?`

export function lastUseOf(connection: Connection, original: number): number | undefined {
  return connection.row<{ used: number }>(lastUse, [original])?.used
}

const nextSession = `
  SELECT session, used FROM session_use
  WHERE (used > ? OR used = ? AND session > ?) AND used < ? ORDER BY used, session LIMIT 1`

interface Cursor {
  readonly used: number
  readonly session: string
}

/** Everything last used before a time. An empty entry is returned for each batch without results. */
export function* unusedSince(
  connection: Connection,
  before: number,
  session: string | undefined,
): Generator<Unused> {
  const loose = new LooseOriginals(connection)
  let at: Cursor = { used: -1, session: '' }
  for (;;) {
    const next = connection.row<Cursor>(nextSession, [at.used, at.used, at.session, before])
    if (session === undefined) yield* loose.until(next?.used ?? before)
    if (next === undefined) return
    at = next
    if (session !== undefined && next.session !== session) continue
    yield { used: next.used, session: next.session, originals: originalsLastUsedBy(connection, next) }
  }
}

/** Originals that no other session used later. */
function originalsLastUsedBy(connection: Connection, { session, used }: Cursor): readonly number[] {
  return connection
    .rows<{ id: number }>(
      `SELECT DISTINCT run_original.original AS id FROM run
       JOIN run_original ON run_original.run = run.id
       JOIN held ON held.original = run_original.original
       WHERE run.session = ? ORDER BY id`,
      [session],
    )
    .map(({ id }) => id)
    .filter(id => (lastUseOf(connection, id) ?? Number.POSITIVE_INFINITY) <= used)
}

const stretch = 1000

const nextHeld = `
  SELECT original, used, NOT EXISTS (
    SELECT 1 FROM run_original JOIN run ON run.id = run_original.run
    JOIN session_use ON session_use.session = run.session
    WHERE run_original.original = held.original) AS loose
  FROM held WHERE (used > ? OR used = ? AND original > ?) AND used < ?
  ORDER BY used, original LIMIT ${stretch}`

/** Originals that no remembered session uses, the least recently used first. */
class LooseOriginals {
  readonly #connection: Connection
  #at = { used: -1, original: 0 }

  constructor(connection: Connection) {
    this.#connection = connection
  }

  *until(before: number): Generator<Unused> {
    for (;;) {
      const { used, original } = this.#at
      const rows = this.#connection.rows<{ original: number; used: number; loose: number }>(nextHeld, [
        used,
        used,
        original,
        before,
      ])
      const last = rows.at(-1)
      if (last === undefined) return
      this.#at = last
      yield { used: last.used, originals: rows.filter(({ loose }) => loose === 1).map(row => row.original) }
    }
  }
}
