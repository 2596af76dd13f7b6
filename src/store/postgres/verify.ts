/** Checks everything in a PostgreSQL store that can be wrong. */
import { soundBytes } from '../original-row.ts'
import { foldText } from '../search-text.ts'
import type { StoreStep, Verification } from '../store.ts'
import { handlesOf, originalsAfter } from './originals.ts'
import { searchableText, type Tables } from './rows.ts'

/** How many originals are in memory at once. */
const page = 50

/** Only reads, and holds no snapshot between two steps, so that writers are not blocked. */
export async function* verifyInSteps(tables: Tables): AsyncGenerator<StoreStep, Verification> {
  const problems = [...(await dangling(tables))]
  yield { phase: 'pages', done: 1 }
  const corrupt: string[] = []
  let checked = 0
  let different = 0
  const total = await count(tables, 'SELECT count(*) FROM SCHEMA.held')
  for (let id = 0; ; ) {
    const rows = await originalsAfter(tables, id, page, true)
    const last = rows.at(-1)
    if (last === undefined) break
    const texts = await indexedTexts(
      tables,
      rows.map(row => row.id),
    )
    for (const row of rows) {
      checked += 1
      if (soundBytes(row) === undefined) corrupt.push(row.hash)
      else {
        const text = searchableText(row)
        if ((text === undefined ? undefined : foldText(text)) !== texts.get(row.id)) different += 1
      }
    }
    id = last.id
    yield { phase: 'originals', done: checked, total }
  }
  if (different > 0) problems.push(`The search index differs from the originals in ${different} texts.`)
  return { checked, corrupt: await handlesOf(tables, corrupt), problems }
}

async function indexedTexts(
  { statements, schema }: Tables,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await statements.rows<{ id: number; folded: string }>(
    `SELECT original::float8 AS id, folded FROM ${schema}.search_text WHERE original = ANY ($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ id, folded }) => [id, folded]))
}

/** References that the server itself protects, unless someone changed the tables by hand. */
async function dangling(tables: Tables): Promise<readonly string[]> {
  const references = [
    ['view', 'original', 'original', 'id'],
    ['run', 'session', 'session', 'id'],
    ['run_original', 'run', 'run', 'id'],
    ['run_original', 'original', 'original', 'id'],
    ['held', 'original', 'original', 'id'],
    ['masked', 'original', 'held', 'original'],
    ['search_text', 'original', 'held', 'original'],
  ] as const
  const found: string[] = []
  for (const [table, column, parent, key] of references) {
    const missing = await count(
      tables,
      `SELECT count(*) FROM SCHEMA.${table} WHERE ${column} IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM SCHEMA.${parent} AS parent WHERE parent.${key} = ${table}.${column})`,
    )
    if (missing > 0) found.push(`A ${table} refers to a missing ${parent}.`)
  }
  const unlisted = await count(
    tables,
    `SELECT (SELECT count(*) FROM SCHEMA.held) - (SELECT count(*) FROM SCHEMA.original WHERE state = 'available') AS count`,
  )
  if (unlisted !== 0) found.push(`The list of available originals is off by ${Math.abs(unlisted)}.`)
  return found
}

async function count({ statements, schema }: Tables, sql: string): Promise<number> {
  const [row] = await statements.rows<{ count: string }>(sql.replaceAll('SCHEMA', schema))
  return Number(row?.count ?? 0)
}
