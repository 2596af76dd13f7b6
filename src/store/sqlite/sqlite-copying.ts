/** Reads a SQLite store in parts, for copying. */
import type { Receipt } from '../../receipt.ts'
import { type AboutRow, copiedOriginal, type OriginalRow } from '../original-row.ts'
import { type RunRow, type SessionRow, sessionInfo } from '../run-row.ts'
import type { Original, SessionInfo, View } from '../store.ts'
import type { CopiedState, Copying } from '../store-copying.ts'
import type { Connection } from './connection.ts'
import { maskedText } from './originals.ts'

const runsTogether = 10
const originalsTogether = 50

type DescribedRow = OriginalRow & AboutRow

const described =
  'original.*, kind, path, said AS time FROM original LEFT JOIN described ON described.original = original.id'

export function sqliteCopying(connection: Connection): Copying {
  return {
    runsAfter: id =>
      connection.read(() =>
        connection
          .rows<RunRow>(
            `SELECT id, session, receipt FROM run WHERE id > ? ORDER BY id LIMIT ${runsTogether}`,
            [id],
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
          .rows<DescribedRow>(
            `SELECT ${described} WHERE id > ? AND state = 'available'
             AND NOT EXISTS (SELECT 1 FROM run_original WHERE run_original.original = original.id)
             ORDER BY id LIMIT ${originalsTogether}`,
            [id],
          )
          .flatMap(row => originalOf(connection, row).map(original => ({ id: row.id, original }))),
      ),
    statesAfter: (session, name) =>
      connection.rows<CopiedState>(
        'SELECT session, name, value FROM state WHERE (session, name) > (?, ?) ORDER BY session, name LIMIT 100',
        [session, name],
      ),
  }
}

function usedBy(connection: Connection, run: number): Original[] {
  return connection
    .rows<DescribedRow>(
      `SELECT ${described} JOIN run_original AS used ON original.id = used.original
       WHERE used.run = ? AND state = 'available' ORDER BY original.id`,
      [run],
    )
    .flatMap(row => originalOf(connection, row))
}

function originalOf(connection: Connection, row: DescribedRow): Original[] {
  return copiedOriginal(row, maskedText(connection, row.id))
}

function viewsOf(connection: Connection, run: number): View[] {
  return connection
    .rows<View>(
      `SELECT view.hash, original.hash AS original, view.media FROM run_original AS used
       JOIN original ON original.id = used.original JOIN view ON view.original = original.id
       WHERE used.run = ? AND original.state = 'available'`,
      [run],
    )
    .map(view => ({ ...view }))
}

function sessionOf(connection: Connection, id: string): SessionInfo {
  const row = connection.row<SessionRow>('SELECT format, agent, model FROM session WHERE id = ?', [id])
  return row === undefined ? { id } : sessionInfo(id, row)
}
