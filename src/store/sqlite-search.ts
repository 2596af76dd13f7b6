/** Search in SQLite: the index names the texts that may match, search itself reads them. */
import type { Candidate } from './search-originals.ts'
import type { SearchQuery } from './search-query.ts'
import type { Connection } from './sqlite-connection.ts'
import { type OriginalRow, searchableText } from './sqlite-originals.ts'

const allTexts = "SELECT id FROM original WHERE state = 'available'"
const indexedTexts = 'SELECT rowid AS id FROM search WHERE search MATCH ?'
const textsOfSession =
  'SELECT used.original FROM run_original AS used JOIN run ON run.id = used.run WHERE run.session = ?'

/** Newest first. Every text that holds all terms is among them, with few others. */
export function* searchCandidates(
  connection: Connection,
  { terms, session }: SearchQuery,
): Generator<Candidate> {
  const match = indexQuery(terms)
  const texts = match === undefined ? allTexts : indexedTexts
  const owner = session ?? null
  const ids = connection.rows<{ id: number }>(
    `SELECT id FROM (${texts}) WHERE ? IS NULL OR id IN (${textsOfSession}) ORDER BY id DESC`,
    ...(match === undefined ? [] : [match]),
    owner,
    owner,
  )
  for (const { id } of ids) {
    const row = connection.row<OriginalRow>('SELECT * FROM original WHERE id = ?', id)
    const text = row === undefined ? undefined : searchableText(connection, row)
    if (row !== undefined && text !== undefined) yield { hash: row.hash, size: row.size, text }
  }
}

/** More would hardly narrow it down, and SQLite bounds the depth of a query. */
const mostTrigrams = 32

/** `内存溢出` → `"内存溢" AND "存溢出"`; `undefined` where no term has three characters. */
export function indexQuery(terms: readonly string[]): string | undefined {
  const trigrams = [...new Set(terms.flatMap(trigramsOf))]
  const step = Math.ceil(trigrams.length / mostTrigrams)
  const quoted = trigrams
    .filter((_, index) => index % step === 0)
    .map(trigram => `"${trigram.replaceAll('"', '""')}"`)
  return quoted.length === 0 ? undefined : quoted.join(' AND ')
}

function trigramsOf(term: string): string[] {
  const characters = [...term]
  return characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`)
}
