/** Search in SQLite: the index selects texts that may match, and the search itself reads them. */
import type { OriginalRow } from '../original-row.ts'
import type { SearchCandidate } from '../search-originals.ts'
import { commonTrigrams, type SearchQuery } from '../search-query.ts'
import type { Connection } from './connection.ts'
import { searchableText } from './originals.ts'
import { shardsOf, shardTable } from './shards.ts'

const textsOfSession =
  'SELECT used.original AS id FROM run_original AS used JOIN run ON run.id = used.run WHERE run.session = ?'

/** Newest first. Includes every text that contains all terms, and few others. */
export function* searchCandidates(
  connection: Connection,
  { terms, session }: SearchQuery,
): Generator<SearchCandidate> {
  const own =
    session === undefined
      ? undefined
      : new Set(connection.rows<{ id: number }>(textsOfSession, [session]).map(({ id }) => id))
  for (const { id, shard } of matches(connection, indexQuery(terms))) {
    if (own?.has(id) === false) continue
    const row = connection.row<OriginalRow>(
      'SELECT original.* FROM held JOIN original ON original.id = held.original WHERE held.original = ? AND held.shard = ?',
      [id, shard],
    )
    const text = row === undefined ? undefined : searchableText(connection, row)
    if (row !== undefined && text !== undefined) yield { hash: row.hash, size: row.size, text }
  }
}

interface IndexMatch {
  readonly id: number
  readonly shard: number
}

function* matches(connection: Connection, query: string | undefined): Generator<IndexMatch> {
  if (query === undefined)
    yield* connection.rows<IndexMatch>('SELECT original AS id, shard FROM held ORDER BY original DESC')
  else
    for (const { id: shard } of shardsOf(connection)) {
      const table = shardTable(shard)
      const found = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC`
      for (const { id } of connection.rows<{ id: number }>(found, [query])) yield { id, shard }
    }
}

/** More trigrams would hardly narrow it down, and SQLite limits the depth of a query. */
const maxTrigrams = 32

/** `内存溢出` → `"内存溢" AND "存溢出"`; `undefined` if no term has three characters. */
export function indexQuery(terms: readonly string[]): string | undefined {
  const trigrams = commonTrigrams(terms)
  const step = Math.ceil(trigrams.length / maxTrigrams)
  const quoted = trigrams
    .filter((_, index) => index % step === 0)
    .map(trigram => `"${trigram.replaceAll('"', '""')}"`)
  return quoted.length === 0 ? undefined : quoted.join(' AND ')
}
