/** Everything about a SQLite store that can be wrong, looked for from end to end. */
import type { StoreStep, Verification } from '../types.ts'
import { foldText } from './search-text.ts'
import type { Connection } from './sqlite-connection.ts'
import { handlesOf, type OriginalRow, searchableText, soundBytes } from './sqlite-originals.ts'
import { searchIndex } from './sqlite-schema.ts'
import { firstShard, type Shard, shardsOf, shardTable } from './sqlite-shards.ts'
import { stepBudget, withinBudget } from './store-steps.ts'

/** Reads only, and holds no snapshot between two steps: writers and the log are not held up. */
export function* verifyInSteps(connection: Connection): Generator<StoreStep, Verification> {
  const findings: Findings = { checked: 0, corrupt: [], problems: [] }
  // A store that is closed cannot be verified at all.
  connection.exec('SELECT 1')
  yield* examined(findings, 'integrity', pageProblems(connection))
  yield* examined(findings, 'references', references(connection))
  yield* examined(findings, 'originals', originals(connection, findings))
  // The index of a damaged text cannot be judged.
  if (findings.corrupt.length === 0) yield* examined(findings, 'search index', indexProblems(connection))
  const { checked, corrupt, problems } = findings
  return { checked, corrupt: handlesOf(connection, corrupt), problems }
}

interface Findings {
  checked: number
  /** Hashes. */
  readonly corrupt: string[]
  readonly problems: string[]
}

type Look = Generator<StoreStep | string>

/** Where a look at damage fails, that is a finding, and the next look goes on. */
function* examined({ problems }: Findings, what: string, look: Look): Generator<StoreStep> {
  try {
    for (const found of look)
      if (typeof found === 'string') problems.push(found)
      else yield found
  } catch (error) {
    problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Covers the pages of the search index as well, but not whether it indexes the right texts. */
function* pageProblems(connection: Connection): Look {
  yield { phase: 'pages', done: 0 }
  const rows = connection.rows<{ integrity_check: string }>('PRAGMA integrity_check')
  for (const { integrity_check: message } of rows) if (message !== 'ok') yield message
  yield { phase: 'pages', done: 1 }
}

function* references(connection: Connection): Look {
  for (const { table, parent } of connection.rows<{ table: string; parent: string }>(
    'PRAGMA foreign_key_check',
  ))
    yield `A ${table} refers to a missing ${parent}.`
  const unlisted = connection.row<{ count: number }>(
    `SELECT (SELECT count(*) FROM held) - (SELECT count(*) FROM original WHERE state = 'available') AS count`,
  )
  if (unlisted !== undefined && unlisted.count !== 0)
    yield `The list of available originals is off by ${Math.abs(unlisted.count)}.`
  yield { phase: 'pages', done: 1 }
}

/** One original in memory at a time. */
function* originals(connection: Connection, findings: Findings): Look {
  const total = connection.row<{ count: number }>('SELECT count(*) AS count FROM held')?.count ?? 0
  const next = "SELECT * FROM original WHERE id > ? AND state = 'available' ORDER BY id LIMIT 1"
  let id = 0
  for (let isDone = false; !isDone; ) {
    isDone = withinBudget(stepBudget, () => {
      const row = connection.row<OriginalRow>(next, id)
      if (row === undefined) return true
      id = row.id
      findings.checked += 1
      if (soundBytes(row) === undefined) findings.corrupt.push(row.hash)
      return false
    })
    yield { phase: 'originals', done: findings.checked, total }
  }
}

function* indexProblems(connection: Connection): Look {
  const shards = shardsOf(connection)
  for (const [done, { id }] of shards.entries()) {
    // The store may have changed between two steps: a difference counts once it shows in one snapshot.
    const differs = yield* withTemporaryIndex(connection, function* () {
      yield* fillExpected(connection, id, { phase: 'index', done, total: shards.length })
      return connection.read(() => differences(connection, id).length > 0)
    })
    if (differs) yield* lookAgain(connection, id)
  }
}

function* lookAgain(connection: Connection, id: number): Look {
  yield* yield* withTemporaryIndex(connection, function* () {
    return connection.read(() => {
      for (const _ of fillExpected(connection, id, { phase: 'index', done: 0 }));
      return differences(connection, id)
    })
  })
}

/** Indexes all texts of a part afresh. SQLite's own check cannot judge an index without its texts. */
function* fillExpected(connection: Connection, shard: number, step: StoreStep): Generator<StoreStep, void> {
  const texts = `SELECT original.* FROM held JOIN original ON original.id = held.original
    WHERE held.shard = ? AND held.original > ? ORDER BY held.original LIMIT 1`
  let id = 0
  for (let isDone = false; !isDone; yield step)
    isDone = withinBudget(stepBudget, () => {
      const row = connection.row<OriginalRow>(texts, shard, id)
      if (row === undefined) return true
      id = row.id
      const text = searchableText(connection, row)
      if (text) connection.run('INSERT INTO temp.expected (rowid, text) VALUES (?, ?)', id, foldText(text))
      return false
    })
}

function* withTemporaryIndex<Step, Result>(
  connection: Connection,
  work: () => Generator<Step, Result>,
): Generator<Step, Result> {
  connection.exec(`CREATE VIRTUAL TABLE temp.expected USING ${searchIndex}`)
  try {
    return yield* work()
  } finally {
    connection.exec('DROP TABLE IF EXISTS temp.expected')
  }
}

/** Call inside a transaction that ends with a rollback. */
function differences(connection: Connection, id: number): readonly string[] {
  const shard = connection.row<Shard>('SELECT * FROM search_shard WHERE id = ?', id)
  if (shard === undefined) return []
  const table = shardTable(id)
  const texts = countDifferences(
    connection,
    `SELECT id, sz FROM main.${table}_docsize`,
    'SELECT id, sz FROM temp.expected_docsize',
    shard.dirty > 0 && id !== firstShard,
  )
  // Deleted texts that are not cleaned up yet still have their terms.
  if (shard.dirty > 0) return wording(texts, 0)
  connection.exec(`
    CREATE VIRTUAL TABLE temp.expected_terms USING fts5vocab('temp', 'expected', 'row');
    CREATE VIRTUAL TABLE temp.present_terms USING fts5vocab('main', '${table}', 'row');`)
  return wording(
    texts,
    countDifferences(
      connection,
      'SELECT term, doc FROM temp.present_terms',
      'SELECT term, doc FROM temp.expected_terms',
      false,
    ),
  )
}

function wording(texts: number, terms: number): readonly string[] {
  return [
    ...(texts === 0 ? [] : [`The search index differs from the originals in ${texts} texts.`]),
    ...(terms === 0 ? [] : [`The search index differs from the originals in ${terms} terms.`]),
  ]
}

function countDifferences(
  connection: Connection,
  present: string,
  expected: string,
  mayHaveMore: boolean,
): number {
  const missing = `SELECT * FROM (${expected} EXCEPT ${present})`
  const surplus = `SELECT * FROM (${present} EXCEPT ${expected})`
  const sql = `SELECT count(*) AS count FROM (${missing}${mayHaveMore ? '' : ` UNION ALL ${surplus}`})`
  return connection.row<{ count: number }>(sql)?.count ?? 0
}
