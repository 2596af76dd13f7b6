/** A SQLite store in parts, to be copied. */
import { toText } from '../tokens/bytes.ts'
import type { Receipt } from '../types.ts'
import { type Packed, unpackBytes } from './pack-bytes.ts'
import type { Connection } from './sqlite-connection.ts'
import { type OriginalRow, soundBytes } from './sqlite-originals.ts'
import type { Original, SessionInfo, View } from './store.ts'
import type { CopiedState, Copying } from './store-copying.ts'

const runsTogether = 10
const originalsTogether = 50

export function sqliteCopying(connection: Connection): Copying {
  return {
    runsAfter: id =>
      connection.read(() =>
        connection
          .rows<{ id: number; session: string | null; receipt: string | null }>(
            `SELECT id, session, receipt FROM run WHERE id > ? ORDER BY id LIMIT ${runsTogether}`,
            id,
          )
          .map(row => ({
            id: row.id,
            run: {
              originals: usedBy(connection, row.id),
              views: viewsOf(connection, row.id),
              ...(row.receipt === null ? {} : { receipt: JSON.parse(row.receipt) as Receipt }),
              ...(row.session === null ? {} : { session: sessionOf(connection, row.session) }),
            },
          })),
      ),
    originalsAfter: id =>
      connection.read(() =>
        connection
          .rows<OriginalRow>(
            `SELECT * FROM original WHERE id > ? AND state = 'available'
             AND NOT EXISTS (SELECT 1 FROM run_original WHERE run_original.original = original.id)
             ORDER BY id LIMIT ${originalsTogether}`,
            id,
          )
          .flatMap(row => originalOf(connection, row).map(original => ({ id: row.id, original }))),
      ),
    statesAfter: (session, name) =>
      connection.rows<CopiedState>(
        'SELECT session, name, value FROM state WHERE (session, name) > (?, ?) ORDER BY session, name LIMIT 100',
        session,
        name,
      ),
  }
}

function usedBy(connection: Connection, run: number): Original[] {
  return connection
    .rows<OriginalRow>(
      `SELECT original.* FROM run_original AS used JOIN original ON original.id = used.original
       WHERE used.run = ? AND state = 'available' ORDER BY original.id`,
      run,
    )
    .flatMap(row => originalOf(connection, row))
}

/** What is damaged stays behind: `verify` names it. */
function originalOf(connection: Connection, row: OriginalRow): Original[] {
  const bytes = soundBytes(row)
  if (bytes === undefined) return []
  const masked = connection.row<Packed & { size: number }>('SELECT * FROM masked WHERE original = ?', row.id)
  if (masked === undefined) return [{ hash: row.hash, bytes }]
  return [{ hash: row.hash, bytes, searchable: toText(unpackBytes(masked, masked.size) ?? new Uint8Array()) }]
}

function viewsOf(connection: Connection, run: number): View[] {
  return connection
    .rows<View>(
      `SELECT view.hash, original.hash AS original, view.media FROM run_original AS used
       JOIN original ON original.id = used.original JOIN view ON view.original = original.id
       WHERE used.run = ? AND original.state = 'available'`,
      run,
    )
    .map(view => ({ ...view }))
}

function sessionOf(connection: Connection, id: string): SessionInfo {
  const row = connection.row<Record<'format' | 'agent' | 'model', string | null>>(
    'SELECT format, agent, model FROM session WHERE id = ?',
    id,
  )
  return { id, ...Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null)) }
}
