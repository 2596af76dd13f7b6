/** Search in PostgreSQL: the index names the texts that may match, search itself reads them. */
import { type Ranking, rankingOf } from '../search-originals.ts'
import type { SearchQuery } from '../search-query.ts'
import { foldText } from '../search-text.ts'
import { trigramsOf } from '../trigrams.ts'
import { type MaskedRow, maskColumns, originalColumns, searchableText, type Tables } from './postgres-rows.ts'

/** A `tsvector` holds at most a mebibyte. */
const maxTrigrams = 50_000
/** More would hardly narrow it down. */
const maxAsked = 32
const page = 40

/** Call inside a transaction. An absent text is of a binary original. */
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
    texts.map(({ id }) => id),
    texts.map(({ folded }) => folded),
    vectors,
  )
}

/** `null` for a text with too many different ones, which is then read for every query. */
function vectorOf(folded: string): string | null {
  const trigrams = new Set(trigramsOf(folded))
  return trigrams.size > maxTrigrams ? null : [...trigrams].map(quoted).join(' ')
}

/** As a word of a `tsvector` or `tsquery`, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The newest first; every text that holds all terms is among them. */
export async function ranked({ statements, schema, search }: Tables, query: SearchQuery): Promise<Ranking> {
  const ranking = rankingOf(query)
  const { terms, session } = query
  const values: unknown[] = [page]
  const value = (each: unknown): string => `$${values.push(each)}`
  const conditions = [
    ...(search === 'tsvector' ? vectorConditions(terms, value) : []),
    ...terms.map(term => `t.folded LIKE ${value(`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`)}`),
    ...(session === undefined
      ? []
      : [
          `EXISTS (SELECT 1 FROM ${schema}.run_original AS used JOIN ${schema}.run ON run.id = used.run
           WHERE used.original = t.original AND run.session = ${value(session)})`,
        ]),
  ]
  const before = value(Number.MAX_SAFE_INTEGER)
  for (;;) {
    const rows = await statements.rows<MaskedRow>(
      `SELECT ${originalColumns}, o.bytes, ${maskColumns}
       FROM (SELECT t.original FROM ${schema}.search_text AS t
             WHERE ${conditions.join(' AND ')} AND t.original < ${before} ORDER BY t.original DESC LIMIT $1) AS found
       JOIN ${schema}.original AS o ON o.id = found.original LEFT JOIN ${schema}.masked AS m ON m.original = o.id
       ORDER BY o.id DESC`,
      ...values,
    )
    for (const row of rows) {
      const text = searchableText(row)
      if (text !== undefined && !ranking.add({ hash: row.hash, size: row.size, text })) return ranking
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return ranking
    values[values.length - 1] = last.id
  }
}

function vectorConditions(terms: readonly string[], value: (each: unknown) => string): readonly string[] {
  const trigrams = [...new Set(terms.flatMap(term => trigramsOf(term)))]
  if (trigrams.length === 0) return []
  const step = Math.ceil(trigrams.length / maxAsked)
  const asked = trigrams.filter((_, index) => index % step === 0)
  return [`(t.trigrams @@ ${value(asked.map(quoted).join(' & '))}::tsquery OR t.trigrams IS NULL)`]
}
