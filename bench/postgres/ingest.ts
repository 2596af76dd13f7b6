/**
 * Session files ingested by three workers, two of which are killed on the way: whether each is done exactly once, and how
 * fast. `node bench/postgres/ingest.ts [--files 10000]` writes bench/results/postgres-ingest.json.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { resultsOf } from '../../src/tools/batch/batch-book.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'

const { values } = parseArgs({ options: { files: { type: 'string', default: '10000' } } })
const files = Number(values.files)
const launcher = join(import.meta.dirname, '../../bin/fovea.js')
const place = mkdtempSync(join(tmpdir(), 'fovea-ingest-'))
const folder = join(place, 'sessions')
mkdirSync(folder)
let bytes = 0
for (let index = 0; index < files; index += 1) {
  const turns = Array.from({ length: 6 }, (_, turn) => [
    { role: 'user', content: `Session ${index}, step ${turn}: look at module_${(index * 31 + turn) % 977}.` },
    {
      role: 'assistant',
      content: Array.from(
        { length: 12 },
        (_, line) => `${index}.${turn}.${line} took ${(index * line) % 997} ms`,
      ).join('\n'),
    },
  ]).flat()
  const text = JSON.stringify(turns)
  bytes += text.length
  writeFileSync(join(folder, `${index}.json`), text)
}
const server = await createPostgres({ durable: true })
await server.start()
const address = `${server.url()}?spill=none`
const startWorker = (): ChildProcess =>
  spawn(process.execPath, [launcher, 'worker', '--concurrency', '1', '--store', address], { stdio: 'ignore' })

const enqueuing = performance.now()
const begun = spawnSync(
  process.execPath,
  [launcher, 'batch', 'ingest', folder, '--store', address, '--json'],
  {
    encoding: 'utf8',
    maxBuffer: 1e8,
  },
)
const { id, jobs } = JSON.parse(begun.stdout)
const enqueueSeconds = (performance.now() - enqueuing) / 1000
const store = postgresStore(address)
const finished = async (): Promise<number> => {
  let count = 0
  for await (const _ of resultsOf(store, id)) count += 1
  return count
}
const started = performance.now()
const workers = [startWorker(), startWorker(), startWorker()]
let killed = 0
for (;;) {
  const done = await finished()
  if (done >= jobs) break
  if (killed < 2 && done > (jobs * (killed + 1)) / 4) {
    workers[killed]?.kill('SIGKILL')
    killed += 1
  }
  await sleep(1000)
}
const seconds = (performance.now() - started) / 1000
for (const worker of workers) worker.kill('SIGTERM')
const { sessions, originals, receipts } = await store.stats()
const hits: number[] = []
for (let index = 0; index < 40; index += 1) {
  const asked = performance.now()
  const found = await store.search(`session ${(index * 251) % files}, step 3`)
  hits.push(performance.now() - asked)
  if (found.length === 0) throw new Error('A session that was ingested is not found.')
}
const { rows } = { rows: await runsOfSessions() }
await store.close()
await server.remove()
rmSync(place, { recursive: true, force: true })

/** How many sessions were recorded more than once. */
async function runsOfSessions(): Promise<number> {
  const { withClient } = await import('./with-client.ts')
  return withClient(server.url(), async client => {
    const { rows: found } = await client.query(
      'SELECT count(*)::int AS twice FROM (SELECT session FROM fovea.run GROUP BY session HAVING count(*) > 1) AS each',
    )
    return (found[0] as { twice: number }).twice
  })
}

hits.sort((one, other) => one - other)
const result = {
  files,
  megabytes: Math.round(bytes / 1e5) / 10,
  jobs,
  workers: 3,
  killed,
  sessions,
  originals,
  receipts,
  recordedTwice: rows,
  enqueuedPerSecond: Math.round(files / enqueueSeconds),
  ingestedPerSecond: Math.round(files / seconds),
  seconds: Math.round(seconds),
  searchMilliseconds: { p50: Math.round(hits[20] as number), p95: Math.round(hits[37] as number) },
}
writeFileSync(
  join(import.meta.dirname, '../results/postgres-ingest.json'),
  `${JSON.stringify(result, undefined, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`)
