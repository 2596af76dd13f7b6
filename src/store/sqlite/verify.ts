/** Checks everything in a SQLite store that can be wrong. */
import { type OriginalRow, soundBytes } from '../original-row.ts'
import { foldText } from '../search-text.ts'
import type { StoreStep, Verification } from '../store.ts'
import { withinBudget } from '../store-steps.ts'
import { TrigramDigest } from '../trigram-digest.ts'
import type { Connection } from './connection.ts'
import { handlesOf, searchableText } from './originals.ts'
import { firstShard, type Shard, shardsOf, shardTable } from './shards.ts'

/** Only reads, and holds no snapshot between two steps, so that writers and the log are not blocked. */
export function* verifyInSteps(connection: Connection): Generator<StoreStep, Verification> {
  const findings: Findings = { checked: 0, corrupt: [], problems: [] }
  // Throws if the store is closed.
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

type CheckSteps = Generator<StoreStep | string>

/** A check that fails on damage is reported as a problem, and the next check continues. */
function* examined({ problems }: Findings, what: string, check: CheckSteps): Generator<StoreStep> {
  try {
    for (const found of check)
      if (typeof found === 'string') problems.push(found)
      else yield found
  } catch (error) {
    problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Also covers the pages of the search index, but not whether it indexes the right texts. */
function* pageProblems(connection: Connection): CheckSteps {
  yield { phase: 'pages', done: 0 }
  const rows = connection.rows<{ integrity_check: string }>('PRAGMA integrity_check')
  for (const { integrity_check: message } of rows) if (message !== 'ok') yield message
  yield { phase: 'pages', done: 1 }
}

function* references(connection: Connection): CheckSteps {
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
function* originals(connection: Connection, findings: Findings): CheckSteps {
  const total = connection.row<{ count: number }>('SELECT count(*) AS count FROM held')?.count ?? 0
  const next = "SELECT * FROM original WHERE id > ? AND state = 'available' ORDER BY id LIMIT 1"
  let id = 0
  for (let isDone = false; !isDone; ) {
    isDone = withinBudget(() => {
      const row = connection.row<OriginalRow>(next, [id])
      if (row === undefined) return true
      id = row.id
      findings.checked += 1
      if (soundBytes(row) === undefined) findings.corrupt.push(row.hash)
      return false
    })
    yield { phase: 'originals', done: findings.checked, total }
  }
}

function* indexProblems(connection: Connection): CheckSteps {
  const shards = shardsOf(connection)
  for (const [done, { id }] of shards.entries()) {
    const expected: Texts = { tokens: new Map(), terms: new TrigramDigest() }
    for (const _ of expectedTexts(connection, id, expected))
      yield { phase: 'index', done, total: shards.length }
    // The store may have changed between two steps: a difference counts only if it is in one snapshot.
    if (connection.read(() => differences(connection, id, expected)).length > 0)
      yield* connection.read(() => {
        const now: Texts = { tokens: new Map(), terms: new TrigramDigest() }
        for (const _ of expectedTexts(connection, id, now));
        return differences(connection, id, now)
      })
  }
}

/** The expected content of a part of the index. SQLite's own check cannot judge an index without its texts. */
interface Texts {
  /** The number of trigrams of each text. */
  readonly tokens: Map<number, number>
  readonly terms: TrigramDigest
}

function* expectedTexts(connection: Connection, shard: number, { tokens, terms }: Texts): Generator<void> {
  const next = `SELECT original.* FROM held JOIN original ON original.id = held.original
    WHERE held.shard = ? AND held.original > ? ORDER BY held.original LIMIT 1`
  let id = 0
  for (let isDone = false; !isDone; yield)
    isDone = withinBudget(() => {
      const row = connection.row<OriginalRow>(next, [shard, id])
      if (row === undefined) return true
      id = row.id
      const text = searchableText(connection, row)
      if (text) tokens.set(id, terms.addText(foldText(text)))
      return false
    })
}

/** Call inside a transaction that ends with a rollback. */
function differences(connection: Connection, id: number, expected: Texts): readonly string[] {
  const shard = connection.row<Shard>('SELECT * FROM search_shard WHERE id = ?', [id])
  if (shard === undefined) return []
  const texts = differentTexts(connection, shard, expected)
  if (texts > 0) return [`The search index differs from the originals in ${texts} texts.`]
  // Deleted texts that are not cleaned up yet still have their terms.
  if (shard.dirty > 0 || presentTerms(connection, id).equals(expected.terms)) return []
  return ['The search index differs from the originals in its terms.']
}

function differentTexts(connection: Connection, { id, dirty }: Shard, { tokens }: Texts): number {
  const next = `SELECT id, sz FROM main.${shardTable(id)}_docsize WHERE id > ? ORDER BY id LIMIT ${page}`
  let same = 0
  let surplus = 0
  for (let last = 0; ; ) {
    const rows = connection.rows<{ id: number; sz: Uint8Array }>(next, [last])
    if (rows.length === 0) break
    for (const row of rows)
      if (tokens.get(row.id) === varint(row.sz)) same += 1
      else if (!tokens.has(row.id)) surplus += 1
    last = rows.at(-1)?.id ?? last
  }
  // An older version purges without this part of the index, which is then marked.
  return tokens.size - same + (dirty > 0 && id !== firstShard ? 0 : surplus)
}

const page = 1000

function presentTerms(connection: Connection, id: number): TrigramDigest {
  connection.exec(
    `CREATE VIRTUAL TABLE temp.present_terms USING fts5vocab('main', '${shardTable(id)}', 'row')`,
  )
  const next = `SELECT term, doc FROM temp.present_terms WHERE term > ? ORDER BY term LIMIT ${page}`
  const digest = new TrigramDigest()
  for (let last = ''; ; ) {
    const rows = connection.rows<{ term: string; doc: number }>(next, [last])
    if (rows.length === 0) return digest
    for (const { term, doc } of rows) digest.addTerm(term, doc)
    last = rows.at(-1)?.term ?? last
  }
}

/** Seven bits a byte, the highest first, as SQLite writes the size of a text. */
function varint(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
}
