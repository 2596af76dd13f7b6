/** Search in PostgreSQL: the index selects texts that may match, and the search itself reads them. */
import { type Ranking, rankingOf } from '../search-originals.ts'
import { commonTrigrams, type SearchQuery, trigramsOf } from '../search-query.ts'
import { foldText } from '../search-text.ts'
import { type MaskedRow, maskColumns, originalColumns, searchableText, type Tables } from './rows.ts'

/** A `tsvector` has at most one mebibyte. */
const maxTrigrams = 50_000
/** More trigrams would hardly narrow it down. */
const maxAsked = 32
const page = 40

/** Call inside a transaction. A text is absent for a binary original. */
export async function indexTexts(
  { statements, schema, search }: Tables,
  given: readonly { readonly id: number; readonly text: string | undefined }[],
): Promise<void> {
  const texts = given.flatMap(({ id, text }) => (text === undefined ? [] : [{ id, folded: foldText(text) }]))
  if (texts.length === 0) return
  const vectors = texts.map(({ folded }) => (search === 'tsvector' ? vectorOf(folded) : null))
  await statements.rows(
    `INSERT INTO ${schema}.search_text (original, folded, trigrams)
     SELECT id, folded, vector::tsvector FROM unnest($1::bigint[], $2::text[], $3::text[]) AS each (id, folded, vector) ORDER BY id
     ON CONFLICT (original) DO UPDATE SET folded = excluded.folded, trigrams = excluded.trigrams`,
    [texts.map(({ id }) => id), texts.map(({ folded }) => folded), vectors],
  )
}

/** `null` for a text with too many different trigrams, which is then read for every query. */
function vectorOf(folded: string): string | null {
  const trigrams = new Set(trigramsOf(folded))
  return trigrams.size > maxTrigrams ? null : [...trigrams].map(quoted).join(' ')
}

/** Quotes any word for a `tsvector` or `tsquery`. */
function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The newest first; includes every text that contains all terms. */
export async function ranked(tables: Tables, query: SearchQuery): Promise<Ranking> {
  const ranking = rankingOf(query)
  for await (const ids of candidates(tables, query))
    for (let at = 0; at < ids.length; at += page)
      for (const row of await rowsOf(tables, ids.slice(at, at + page))) {
        const text = searchableText(row)
        if (text !== undefined && !ranking.add({ hash: row.hash, size: row.size, text })) return ranking
      }
  return ranking
}

/** How many texts are read before the frequency of the terms is known. */
const firstWindow = 250
const maxWindow = 4000
/** The number of matches that are usually ranked. */
const usuallyRanked = 2000
const idsTogether = 20_000

/**
 * The texts that contain all terms, the newest first, a list at a time. Frequent terms are found by reading the newest texts,
 * rare ones in the index, which would have to read every text with a frequent term before the newest are known.
 */
async function* candidates(tables: Tables, query: SearchQuery): AsyncGenerator<readonly number[]> {
  if (query.session !== undefined) return yield await idsInSession(tables, query, query.session)
  let before = Number.MAX_SAFE_INTEGER
  let looked = 0
  let found = 0
  for (let window = firstWindow; ; window = Math.min(window * 2, maxWindow)) {
    const rows = await newestTexts(tables, query, before, window)
    const matching = rows.filter(({ matches }) => matches).map(({ id }) => id)
    yield matching
    if (rows.length < window) return
    before = rows.at(-1)?.id ?? 0
    looked += rows.length
    found += matching.length
    // Continuing reads as many texts as contain all ranked matches; the index reads all texts that match.
    const share = (found + 1) / looked
    if (share * (await textCount(tables)) < usuallyRanked / share) break
  }
  for (;;) {
    const ids = await indexedIds(tables, query, before)
    yield ids
    if (ids.length < idsTogether) return
    before = ids.at(-1) ?? 0
  }
}

function rowsOf({ statements, schema }: Tables, ids: readonly number[]): Promise<readonly MaskedRow[]> {
  return statements.rows<MaskedRow>(
    `SELECT ${originalColumns}, o.bytes, ${maskColumns}
     FROM ${schema}.original AS o LEFT JOIN ${schema}.masked AS m ON m.original = o.id
     WHERE o.id = ANY ($1::bigint[]) ORDER BY o.id DESC`,
    [ids],
  )
}

/** A condition with a placeholder for each value that it takes. */
interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

/** By `strpos`, which uses no index: the planner would use the index for any term. */
function holdsAll(wanted: SearchQuery['forms'], first: number): Condition {
  const values: string[] = []
  const holds = (form: string): string => `strpos(folded, $${first - 1 + values.push(form)}) > 0`
  const sql = wanted.map(forms => `(${forms.map(holds).join(' OR ')})`).join(' AND ')
  return { sql, values }
}

function newestTexts(
  { statements, schema }: Tables,
  { forms }: SearchQuery,
  before: number,
  window: number,
): Promise<readonly { readonly id: number; readonly matches: boolean }[]> {
  const { sql, values } = holdsAll(forms, 3)
  return statements.rows(
    `SELECT original::float8 AS id, (${sql}) AS matches FROM (
       SELECT original, folded FROM ${schema}.search_text WHERE original < $1 ORDER BY original DESC LIMIT $2
     ) AS newest`,
    [before, window, ...values],
  )
}

async function idsInSession(
  { statements, schema }: Tables,
  { forms }: SearchQuery,
  session: string,
): Promise<readonly number[]> {
  const { sql, values } = holdsAll(forms, 2)
  const rows = await statements.rows<{ id: number }>(
    `SELECT t.original::float8 AS id FROM ${schema}.search_text AS t
     WHERE t.original IN (SELECT used.original FROM ${schema}.run_original AS used
       JOIN ${schema}.run ON run.id = used.run WHERE run.session = $1) AND ${sql}
     ORDER BY t.original DESC`,
    [session, ...values],
  )
  return rows.map(({ id }) => id)
}

async function indexedIds(
  { statements, schema, search }: Tables,
  { terms, forms: wanted }: SearchQuery,
  before: number,
): Promise<readonly number[]> {
  const values: unknown[] = [before, idsTogether]
  const value = (each: unknown): string => `$${values.push(each)}`
  const holds = (form: string): string => `t.folded LIKE ${value(`%${form.replaceAll(/[\\%_]/g, '\\$&')}%`)}`
  const conditions = [
    ...(search === 'tsvector' ? vectorConditions(terms, value) : []),
    ...wanted.map(forms => `(${forms.map(holds).join(' OR ')})`),
  ]
  const rows = await statements.rows<{ id: number }>(
    `SELECT t.original::float8 AS id FROM ${schema}.search_text AS t
     WHERE t.original < $1 AND ${conditions.join(' AND ')} ORDER BY t.original DESC LIMIT $2`,
    values,
  )
  return rows.map(({ id }) => id)
}

/** As estimated by the server. */
async function textCount({ statements, schema }: Tables): Promise<number> {
  const [row] = await statements.rows<{ count: number }>(
    `SELECT greatest(reltuples, 1)::float8 AS count FROM pg_class WHERE oid = $1::regclass`,
    [`${schema}.search_text`],
  )
  return row?.count ?? 1
}

function vectorConditions(terms: readonly string[], value: (each: unknown) => string): readonly string[] {
  const trigrams = commonTrigrams(terms)
  if (trigrams.length === 0) return []
  const step = Math.ceil(trigrams.length / maxAsked)
  const asked = trigrams.filter((_, index) => index % step === 0)
  return [`(t.trigrams @@ ${value(asked.map(quoted).join(' & '))}::tsquery OR t.trigrams IS NULL)`]
}
