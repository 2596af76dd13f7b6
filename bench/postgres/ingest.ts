/**
 * Session files ingested by three workers, two of which are killed on the way: whether each is done exactly once, and how
 * fast. `node bench/postgres/ingest.ts [--files 10000] [--texts 1] [--name postgres-ingest]` writes bench/results/NAME; `texts`
 * of 8 KB make a session.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { resultsOf } from '../../src/tools/batch/stored-batches.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'
import { writeResults } from '../results.ts'
import { cpuSeconds, cpuSecondsOfAll } from './cpu-seconds.ts'
import { logText } from './log-text.ts'
import { withClient } from './with-client.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    texts: { type: 'string', default: '1' },
    name: { type: 'string', default: 'postgres-ingest' },
  },
})
const [files, texts] = [Number(values.files), Number(values.texts)]
const launcher = join(import.meta.dirname, '../../bin/fovea.js')
const place = mkdtempSync(join(tmpdir(), 'fovea-ingest-'))
const folder = join(place, 'sessions')
mkdirSync(folder)
let bytes = 0
for (let index = 0; index < files; index += 1) {
  const text = JSON.stringify([
    { role: 'user', content: `Session ${index}: why does module_${(index * 31) % 977} fail?` },
    ...Array.from({ length: texts }, (_, turn) => [
      { role: 'assistant', content: logText(index * texts + turn) },
      { role: 'user', content: `Go on with step ${turn}.` },
    ]).flat(),
    { role: 'user', content: `Thank you for session ${index}.` },
  ])
  bytes += Buffer.byteLength(text)
  writeFileSync(join(folder, `${index}.json`), text)
}
const server = await createPostgres({ durable: true })
await server.start()
const address = `${server.url()}?spill=none`
const startWorker = (): ChildProcess =>
  spawn(process.execPath, [launcher, 'worker', '--concurrency', '1', '--store', address], { stdio: 'ignore' })
/** One number out of the database. */
const numberOf = (sql: string): Promise<number> =>
  withClient(server.url(), async client => {
    const { rows } = await client.query(sql)
    return Number(Object.values(rows[0] as object)[0])
  })
const serverSeconds = (): number => cpuSecondsOfAll(server.pid())

const enqueuing = performance.now()
const command = [launcher, 'batch', 'ingest', folder, '--store', address, '--json']
const begun = spawnSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 1e8 })
const { id, jobs } = JSON.parse(begun.stdout) as { id: string; jobs: number }
const enqueueSeconds = (performance.now() - enqueuing) / 1000

const started = performance.now()
const before = serverSeconds()
const workers = [startWorker(), startWorker(), startWorker()]
const taken = workers.map(() => 0)
let killed = 0
for (;;) {
  const done = await numberOf(`SELECT count(*) FROM fovea.state WHERE session = 'fovea batch ${id}'`)
  for (const [index, { pid = 0 }] of workers.entries())
    taken[index] = Math.max(taken[index] ?? 0, cpuSeconds(pid))
  if (done >= jobs) break
  if (killed < 2 && done > (jobs * (killed + 1)) / 4) {
    workers[killed]?.kill('SIGKILL')
    killed += 1
  }
  process.stderr.write(`${done} of ${jobs}\n`)
  await sleep(1000)
}
const seconds = (performance.now() - started) / 1000
const workerCpu = taken.reduce((sum, each) => sum + each, 0)
const serverCpu = serverSeconds() - before
const last = workers[2] as ChildProcess
last.kill('SIGTERM')
await once(last, 'exit')

const store = postgresStore(address)
const hashes: string[] = []
let failed = 0
for await (const result of resultsOf(store, id)) {
  hashes.push(result.hash)
  if (result.outcome === 'failed') failed += 1
}
const recordedTwice = await numberOf(
  'SELECT count(*) FROM (SELECT session FROM fovea.run GROUP BY session HAVING count(*) > 1) AS each',
)
const { sessions, originals } = await store.stats()
let notFound = 0
for (let index = 0; index < files; index += Math.ceil(files / 50))
  if ((await store.search(`for session ${index}.`)).length === 0) notFound += 1
const bytesOnDisk = await numberOf('SELECT pg_database_size(current_database())')
const rows = await numberOf(`SELECT sum(n_live_tup) FROM pg_stat_user_tables WHERE schemaname = 'fovea'`)
await store.close()
await server.remove()
rmSync(place, { recursive: true, force: true })

const round = (value: number): number => Math.round(value * 10) / 10
const result = {
  files,
  megabytes: round(bytes / 1e6),
  jobs,
  workers: workers.length,
  killed,
  doneOnce: new Set(hashes).size,
  doneTwice: hashes.length - new Set(hashes).size,
  failed,
  recordedTwice,
  sessions,
  originals,
  notFound,
  enqueuedPerSecond: Math.round(files / enqueueSeconds),
  seconds: Math.round(seconds),
  ingestedPerSecond: round(files / seconds),
  workerCpuMilliseconds: round((workerCpu * 1000) / files),
  serverCpuMilliseconds: round((serverCpu * 1000) / files),
  perCore: round(files / (workerCpu + serverCpu)),
  rowsPerSession: round(rows / files),
  bytesPerSession: Math.round(bytesOnDisk / files),
}
const number = (value: number): string => value.toLocaleString('en')
writeResults(
  values.name,
  result,
  [
    '| | |',
    '| --- | --: |',
    `| session files, ${result.megabytes} MB | ${number(result.files)} |`,
    `| workers, and how many of them were killed on the way | ${result.workers}, ${result.killed} |`,
    `| files done exactly once | ${number(result.doneOnce)} |`,
    `| done or recorded twice | ${number(result.doneTwice + result.recordedTwice)} |`,
    `| failed, or not found by search afterwards | ${number(result.failed + result.notFound)} |`,
    `| CPU time for a file: worker, server | ${result.workerCpuMilliseconds} ms, ${result.serverCpuMilliseconds} ms |`,
    `| files a second for a core that is busy with nothing else | ${number(result.perCore)} |`,
    `| files a second as measured, on two cores shared with other work | ${number(result.ingestedPerSecond)} |`,
    `| rows for a session | ${result.rowsPerSession} |`,
    `| on the disk of the server for a session of ${round(bytes / files / 1000)} KB, with indexes and the file itself | ${round(result.bytesPerSession / 1000)} KB |`,
  ].join('\n'),
)
