/** Reads a PostgreSQL store in parts, for copying. */
import type { Receipt } from '../../receipt.ts'
import { type AboutRow, copiedOriginal } from '../original-row.ts'
import { type RunRow, type SessionRow, sessionInfo } from '../run-row.ts'
import type { Original, View } from '../store.ts'
import type { CopiedState, Copying } from '../store-copying.ts'
import { aboutColumns, type MaskedRow, maskColumns, maskIn, originalColumns, type Tables } from './rows.ts'

const runsTogether = 10
const originalsTogether = 50

type CopiedRow = MaskedRow & AboutRow

export function postgresCopying({ statements, schema }: Tables): Omit<Copying, 'recordAs'> {
  return {
    async runsAfter(id) {
      const runs = await statements.rows<RunRow & SessionRow>(
        `SELECT run.id::float8 AS id, run.session, run.receipt, session.format, session.agent, session.model
         FROM ${schema}.run LEFT JOIN ${schema}.session ON session.id = run.session
         WHERE run.id > $1 ORDER BY run.id LIMIT $2`,
        [id, runsTogether],
      )
      const ids = runs.map(run => run.id)
      const originals = await statements.rows<CopiedRow & { run: number }>(
        `SELECT used.run::float8 AS run, ${originalColumns}, o.bytes, ${maskColumns}, ${aboutColumns}
         FROM ${schema}.run_original AS used JOIN ${schema}.original AS o ON o.id = used.original
         LEFT JOIN ${schema}.held ON held.original = o.id LEFT JOIN ${schema}.masked AS m ON m.original = o.id
         WHERE used.run = ANY ($1::bigint[]) AND o.state = 'available' ORDER BY o.id`,
        [ids],
      )
      const views = await statements.rows<View & { run: number }>(
        `SELECT used.run::float8 AS run, view.hash, o.hash AS original, view.media
         FROM ${schema}.run_original AS used JOIN ${schema}.original AS o ON o.id = used.original
         JOIN ${schema}.view ON view.original = o.id
         WHERE used.run = ANY ($1::bigint[]) AND o.state = 'available'`,
        [ids],
      )
      return runs.map(run => ({
        id: run.id,
        run: {
          originals: originals.filter(row => row.run === run.id).flatMap(originalOf),
          views: views
            .filter(view => view.run === run.id)
            .map(({ hash, original, media }) => ({ hash, original, media })),
          ...(run.receipt === null ? {} : { receipt: JSON.parse(run.receipt) as Receipt }),
          ...(run.session === null ? {} : { session: sessionInfo(run.session, run) }),
        },
      }))
    },
    async originalsAfter(id) {
      const rows = await statements.rows<CopiedRow>(
        `SELECT ${originalColumns}, o.bytes, ${maskColumns}, ${aboutColumns}
         FROM ${schema}.original AS o LEFT JOIN ${schema}.held ON held.original = o.id
         LEFT JOIN ${schema}.masked AS m ON m.original = o.id
         WHERE o.id > $1 AND o.state = 'available'
           AND NOT EXISTS (SELECT 1 FROM ${schema}.run_original AS used WHERE used.original = o.id)
         ORDER BY o.id LIMIT $2`,
        [id, originalsTogether],
      )
      return rows.flatMap(row => originalOf(row).map(original => ({ id: row.id, original })))
    },
    statesAfter: (session, name) =>
      statements.rows<CopiedState>(
        `SELECT session, name, value FROM ${schema}.state WHERE (session, name) > ($1, $2)
         ORDER BY session, name LIMIT 100`,
        [session, name],
      ),
  }
}

function originalOf(row: CopiedRow): Original[] {
  return copiedOriginal(row, maskIn(row))
}
