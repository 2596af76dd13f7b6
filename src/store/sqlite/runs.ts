/** Runs in SQLite: what each compression stored, showed and saved. */
import { type RunRow, recordedReceipt, tokensSaved } from '../run-row.ts'
import type { RecordedReceipt, Run, SessionInfo, View } from '../store.ts'
import { checkView, viewOfNothing } from '../store-checks.ts'
import type { Connection } from './connection.ts'
import { addOriginal, entryBy, type Prepared } from './originals.ts'

/** Call inside a transaction. */
export function addRun(
  connection: Connection,
  { views, receipt, session }: Run,
  originals: readonly Prepared[],
): void {
  for (const original of originals) addOriginal(connection, original)
  for (const view of views) addView(connection, view)
  if (session !== undefined) addSession(connection, session)
  const run = connection.row<{ id: number }>(
    'INSERT INTO run (session, tokens_saved, receipt) VALUES (?, ?, ?) RETURNING id',
    [session?.id ?? null, tokensSaved(receipt), receipt === undefined ? null : JSON.stringify(receipt)],
  )
  const used = new Set([...originals.map(({ hash }) => hash), ...views.map(({ original }) => original)])
  for (const hash of used)
    connection.run('INSERT INTO run_original (original, run) SELECT id, ? FROM original WHERE hash = ?', [
      run?.id ?? null,
      hash,
    ])
}

function addView(connection: Connection, view: View): void {
  const held = viewBy(connection, view.hash)
  checkView(view, held)
  const original = entryBy(connection, view.original)
  if (original?.state !== 'available') throw viewOfNothing(view)
  if (held === undefined)
    connection.run('INSERT INTO view (hash, original, media) VALUES (?, ?, ?)', [
      view.hash,
      original.id,
      view.media,
    ])
}

export function viewBy(connection: Connection, hash: string): View | undefined {
  const row = connection.row<View>(
    `SELECT view.hash, original.hash AS original, view.media
     FROM view JOIN original ON original.id = view.original WHERE view.hash = ?`,
    [hash],
  )
  return row === undefined ? undefined : { ...row }
}

function addSession(connection: Connection, { id, format, agent, model }: SessionInfo): void {
  connection.run(
    `INSERT INTO session (id, format, agent, model) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET format = coalesce(excluded.format, format),
       agent = coalesce(excluded.agent, agent), model = coalesce(excluded.model, model)`,
    [id, format ?? null, agent ?? null, model ?? null],
  )
}

export function receiptsOf(connection: Connection, session: string | undefined): readonly RecordedReceipt[] {
  const owner = session ?? null
  return connection
    .rows<RunRow>(
      'SELECT id, session, receipt FROM run WHERE receipt IS NOT NULL AND (? IS NULL OR session = ?) ORDER BY id',
      [owner, owner],
    )
    .map(recordedReceipt)
}

const receiptsTogether = 50

/** The runs of a session that have a receipt, in small lists; at least one list, which may be empty. */
export function receiptRuns(connection: Connection, session: string): readonly (readonly number[])[] {
  const runs = connection
    .rows<{ id: number }>('SELECT id FROM run WHERE session = ? AND receipt IS NOT NULL ORDER BY id', [
      session,
    ])
    .map(({ id }) => id)
  const count = Math.max(1, Math.ceil(runs.length / receiptsTogether))
  return Array.from({ length: count }, (_, index) =>
    runs.slice(index * receiptsTogether, (index + 1) * receiptsTogether),
  )
}

/**
 * Reduces an expired session to the number of tokens that it saved. Does nothing if it was used since. Call inside `rewrite`.
 */
export function forgetSession(
  connection: Connection,
  session: string,
  used: number,
  runs: readonly number[],
): void {
  const last = connection.row<{ used: number }>('SELECT used FROM session_use WHERE session = ?', [session])
  if (last !== undefined && last.used > used) return
  const rows = runs.flatMap(
    id =>
      connection.row<{ id: number; saved: number }>(
        'SELECT id, tokens_saved AS saved FROM run WHERE id = ?',
        [id],
      ) ?? [],
  )
  // Deleted and inserted again: a row shortened in place would leave its page nearly empty and still in use.
  for (const { id } of rows) connection.run('DELETE FROM run WHERE id = ?', [id])
  for (const { id, saved } of rows)
    connection.run('INSERT INTO run (id, session, tokens_saved, receipt) VALUES (?, ?, ?, NULL)', [
      id,
      session,
      saved,
    ])
  connection.run('DELETE FROM state WHERE session = ?', [session])
  connection.run('DELETE FROM session_use WHERE session = ?', [session])
}
