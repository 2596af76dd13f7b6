/** Runs in PostgreSQL: what each compression stored, showed and saved. */
import { type RunRow, recordedReceipt, tokensSaved } from '../run-row.ts'
import type { RecordedReceipt, Run, View } from '../store.ts'
import { checkView, viewOfNothing } from '../store-checks.ts'
import { addOriginals, type Prepared } from './originals.ts'
import type { Tables } from './rows.ts'
import { now } from './schema.ts'

/** `key` identifies the run: recorded twice, it counts once. Call inside a transaction. */
export async function addRun(
  tables: Tables,
  { views, receipt, session }: Run,
  originals: readonly Prepared[],
  key: string,
): Promise<void> {
  const { statements, schema } = tables
  const given = new Set(originals.map(({ hash }) => hash))
  const used = new Set([...given, ...views.map(({ original }) => original)])
  await addOriginals(
    tables,
    originals,
    [...used].filter(hash => !given.has(hash)),
  )
  await addViews(tables, views)
  if (session !== undefined)
    await statements.rows(
      `WITH used AS (
         INSERT INTO ${schema}.session_use VALUES ($1, ${now})
         ON CONFLICT (session) DO UPDATE SET used = excluded.used
       )
       INSERT INTO ${schema}.session AS held VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET format = coalesce(excluded.format, held.format),
         agent = coalesce(excluded.agent, held.agent), model = coalesce(excluded.model, held.model)`,
      [session.id, session.format ?? null, session.agent ?? null, session.model ?? null],
    )
  await statements.rows(
    `WITH added AS (
       INSERT INTO ${schema}.run (key, session, tokens_saved, receipt) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key) DO NOTHING RETURNING id
     )
     INSERT INTO ${schema}.run_original (original, run)
     SELECT o.id, added.id FROM added, ${schema}.original AS o WHERE o.hash = ANY ($5::text[])`,
    [
      key,
      session?.id ?? null,
      tokensSaved(receipt),
      receipt === undefined ? null : JSON.stringify(receipt),
      [...used],
    ],
  )
}

async function addViews(tables: Tables, views: readonly View[]): Promise<void> {
  if (views.length === 0) return
  const { statements, schema } = tables
  const given = new Map<string, View>()
  for (const view of views) {
    checkView(view, given.get(view.hash))
    given.set(view.hash, view)
  }
  const each = [...given.values()]
  const available = await statements.rows<{ hash: string }>(
    `SELECT hash FROM ${schema}.original WHERE hash = ANY ($1::text[]) AND state = 'available'`,
    [each.map(({ original }) => original)],
  )
  const availableHashes = new Set(available.map(({ hash }) => hash))
  for (const view of each) if (!availableHashes.has(view.original)) throw viewOfNothing(view)
  await statements.rows(
    `INSERT INTO ${schema}.view (hash, original, media)
     SELECT each.hash, o.id, each.media FROM unnest($1::text[], $2::text[], $3::text[]) AS each (hash, original, media)
     JOIN ${schema}.original AS o ON o.hash = each.original ORDER BY each.hash
     ON CONFLICT (hash) DO NOTHING`,
    [each.map(({ hash }) => hash), each.map(({ original }) => original), each.map(({ media }) => media)],
  )
  const held = await viewsBy(tables, [...given.keys()])
  for (const view of each) checkView(view, held.get(view.hash))
}

export async function viewsBy(
  { statements, schema }: Tables,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, View>> {
  if (hashes.length === 0) return new Map()
  const rows = await statements.rows<View>(
    `SELECT view.hash, o.hash AS original, view.media
     FROM ${schema}.view JOIN ${schema}.original AS o ON o.id = view.original WHERE view.hash = ANY ($1::text[])`,
    [hashes],
  )
  const found = new Map(rows.map(row => [row.hash, { ...row }]))
  return new Map(
    hashes.flatMap(hash => {
      const view = found.get(hash)
      return view === undefined ? [] : [[hash, view]]
    }),
  )
}

export async function receiptsOf(
  { statements, schema }: Tables,
  session: string | undefined,
): Promise<readonly RecordedReceipt[]> {
  const rows = await statements.rows<RunRow>(
    `SELECT id::float8 AS id, session, receipt FROM ${schema}.run
     WHERE receipt IS NOT NULL AND ($1::text IS NULL OR session = $1) ORDER BY run.id`,
    [session ?? null],
  )
  return rows.map(recordedReceipt)
}
