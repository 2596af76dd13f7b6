/** Everything about a SQLite store that can be wrong, looked for from end to end. */
import type { Verification } from '../types.ts'
import { foldText } from './search-text.ts'
import type { Connection } from './sqlite-connection.ts'
import { everyOriginal, handlesOf, searchableText, soundBytes } from './sqlite-originals.ts'
import { searchIndex } from './sqlite-schema.ts'

export function verifyStore(connection: Connection): Verification {
  return connection.read(() => {
    const corrupt: string[] = []
    const problems: string[] = []
    let checked = 0
    const examine = (what: string, find: () => Iterable<string>) => {
      try {
        problems.push(...find())
      } catch (error) {
        problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    examine('integrity', () => integrityProblems(connection))
    examine('references', () => danglingReferences(connection))
    examine('originals', () => {
      for (const row of everyOriginal(connection)) {
        if (row.state !== 'available') continue
        checked += 1
        if (soundBytes(row) === undefined) corrupt.push(row.hash)
      }
      return []
    })
    // The index of a damaged text cannot be judged.
    if (corrupt.length === 0) examine('search index', () => indexProblems(connection))
    return { checked, corrupt: handlesOf(connection, corrupt), problems }
  })
}

/** Covers the pages of the search index as well, but not whether it indexes the right texts. */
function integrityProblems(connection: Connection): string[] {
  return connection
    .rows<{ integrity_check: string }>('PRAGMA integrity_check')
    .map(row => row.integrity_check)
    .filter(message => message !== 'ok')
}

function danglingReferences(connection: Connection): string[] {
  return connection
    .rows<{ table: string; parent: string }>('PRAGMA foreign_key_check')
    .map(({ table, parent }) => `A ${table} refers to a missing ${parent}.`)
}

/**
 * Indexes all texts afresh and compares. SQLite's own check cannot: an index without its texts has nothing to hold
 * itself against.
 */
function indexProblems(connection: Connection): string[] {
  connection.exec(`
    CREATE VIRTUAL TABLE temp.expected USING ${searchIndex};
    CREATE VIRTUAL TABLE temp.expected_terms USING fts5vocab('temp', 'expected', 'row');
    CREATE VIRTUAL TABLE temp.present_terms USING fts5vocab('main', 'search', 'row');`)
  for (const row of everyOriginal(connection)) {
    const text = searchableText(connection, row)
    if (text) connection.run('INSERT INTO temp.expected (rowid, text) VALUES (?, ?)', row.id, foldText(text))
  }
  const differences = (present: string, expected: string) =>
    connection.row<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT * FROM (${present} EXCEPT ${expected}) UNION ALL SELECT * FROM (${expected} EXCEPT ${present}))`,
    )?.count ?? 0
  const texts = differences(
    'SELECT id, sz FROM main.search_docsize',
    'SELECT id, sz FROM temp.expected_docsize',
  )
  const terms = differences(
    'SELECT term, doc FROM temp.present_terms',
    'SELECT term, doc FROM temp.expected_terms',
  )
  return [
    ...(texts === 0 ? [] : [`The search index differs from the originals in ${texts} texts.`]),
    ...(terms === 0 ? [] : [`The search index differs from the originals in ${terms} terms.`]),
  ]
}
