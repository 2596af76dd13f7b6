/**
 * Search in a PostgreSQL store as it grows, and what it takes to fill it. Filling ends after so many minutes; search is then
 * measured at the size that was reached.
 * `node bench/postgres/search.ts [--megabytes 100,1000,10000] [--minutes 25]` writes bench/results/postgres-search.
 */
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'
import { originalOf } from '../../test/store/samples.ts'
import { writeResults } from '../results.ts'
import { logText, rareWord } from './log-text.ts'
import { withClient } from './with-client.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '100,1000,10000' },
    minutes: { type: 'string', default: '25' },
  },
})
const sizes = values.megabytes.split(',').map(Number)
const deadline = performance.now() + Number(values.minutes) * 60_000
/** Each fills a connection of its own. */
const writers = 3
const together = 200
const asked = 60

const server = await createPostgres({
  durable: true,
  settings: { shared_buffers: '1GB', max_wal_size: '4GB', checkpoint_timeout: '15min', work_mem: '64MB' },
})
await server.start()
const store = postgresStore(server.url(), { spill: false, poolSize: writers + 1, deadlineMs: 60_000 })
let texts = 0
let bytes = 0

async function fill(until: number): Promise<number> {
  const started = performance.now()
  const lane = async (): Promise<void> => {
    while (bytes < until && performance.now() < deadline) {
      const first = texts
      texts += together
      const originals = Array.from({ length: together }, (_, index) => originalOf(logText(first + index)))
      bytes += originals.reduce((sum, original) => sum + original.bytes.length, 0)
      await store.put(originals)
    }
  }
  await Promise.all(Array.from({ length: writers }, lane))
  return (performance.now() - started) / 1000
}

async function timed(
  queryOf: (index: number) => string,
): Promise<{ p50: number; p95: number; most: number }> {
  const times: number[] = []
  for (let index = 0; index < asked; index += 1) {
    const query = queryOf(index)
    const started = performance.now()
    const hits = await store.search(query)
    times.push(performance.now() - started)
    if (hits.length === 0) throw new Error(`${query} is not found.`)
  }
  times.sort((one, other) => one - other)
  const at = (share: number): number => Math.round((times[Math.ceil(share * asked) - 1] as number) * 10) / 10
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

interface Row {
  readonly megabytes: number
  readonly originals: number
  readonly megabytesPerSecond: number
  /** On the disk of the server. */
  readonly diskMegabytes: number
  readonly indexMegabytes: number
  readonly rare: { p50: number; p95: number; most: number }
  readonly twoWords: { p50: number; p95: number; most: number }
  readonly common: { p50: number; p95: number; most: number }
}

const rows: Row[] = []
try {
  for (const size of sizes) {
    const before = bytes
    const seconds = await fill(size * 1e6)
    const [disk] = await withClient(server.url(), async client => {
      await client.query('ANALYZE')
      const { rows: found } = await client.query(
        `SELECT (pg_database_size(current_database()) / 1e6)::float8 AS all,
           (pg_relation_size('fovea.search_text_folded') / 1e6)::float8 AS index`,
      )
      return found as { all: number; index: number }[]
    })
    // Spread over all that is there, old and new.
    const place = (index: number): number => Math.floor(((index + 0.5) * texts) / asked)
    rows.push({
      megabytes: Math.round(bytes / 1e6),
      originals: texts,
      megabytesPerSecond: Math.round((bytes - before) / 1e5 / seconds) / 10,
      diskMegabytes: Math.round(disk?.all ?? 0),
      indexMegabytes: Math.round(disk?.index ?? 0),
      rare: await timed(index => rareWord(place(index))),
      twoWords: await timed(index => `request ${rareWord(place(index)).slice(0, 8)}`),
      common: await timed(index => ['timeout', 'connection', 'request'][index % 3] as string),
    })
    process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
    if (performance.now() >= deadline) break
  }
} finally {
  await store.close()
  await server.remove()
}

const number = (value: number): string => value.toLocaleString('en')
const line = (name: string, value: (row: Row) => string): string =>
  `| ${name} | ${rows.map(value).join(' | ')} |`
const times = (name: string, of: (row: Row) => Row['rare']): string =>
  line(name, row => `${number(of(row).p50)} / ${number(of(row).p95)} ms`)
writeResults(
  'postgres-search',
  rows,
  [
    `| originals | ${rows.map(({ megabytes }) => `${number(megabytes)} MB`).join(' | ')} |`,
    `| --- |${' --: |'.repeat(rows.length)}`,
    line('texts', row => number(row.originals)),
    line('on the disk of the server', row => `${number(row.diskMegabytes)} MB`),
    line('of it the search index', row => `${number(row.indexMegabytes)} MB`),
    times('a word of one text, p50 / p95', row => row.rare),
    times('a frequent word and a rare one, p50 / p95', row => row.twoWords),
    times('a word of most texts, p50 / p95', row => row.common),
    line('filled, a second', row => `${row.megabytesPerSecond} MB`),
  ].join('\n'),
)
