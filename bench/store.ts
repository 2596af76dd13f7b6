/**
 * What looking after a large store costs, and how long a writer in another process waits meanwhile.
 * `--size 50MB` makes a store of so much text; `--from FILE` measures a copy of one that is there, filled up to `--size`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSize } from '../src/store/parse-amounts.ts'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { StoreStep } from '../src/store/store.ts'
import { fillStore, sessionName } from './fill-store.ts'
import { olderCopy } from './older-store.ts'
import { writeResults } from './results.ts'

interface Row {
  readonly work: string
  readonly seconds: number
  readonly cpuSeconds: number
  /** Milliseconds. */
  readonly longestStep: number
  readonly longestWait: number
  readonly writes: number
  readonly failures: number
  readonly fileBytes: number
}

const { values } = parseArgs({
  options: { size: { type: 'string' }, from: { type: 'string' } },
})
const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-store-'))
const file = join(directory, 'store.db')
if (values.from !== undefined) copyFileSync(values.from, file)
const opening = timeOf(() => sqliteStore(file))
const store = opening.result
if (values.from === undefined || values.size !== undefined)
  fillStore(store, parseSize(values.size ?? '50MB', '--size'), store.stats())
const migration = migrationTime()

async function startWriter(): Promise<
  () => Promise<{ waits: readonly number[]; failures: readonly string[] }>
> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'steady-writer.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.end()
    await once(child, 'close')
    return JSON.parse(output.slice(output.indexOf('\n') + 1))
  }
}

async function measure<Result>(work: string, steps: Iterator<StoreStep, Result>): Promise<Row> {
  const stop = await startWriter()
  const cpu = process.cpuUsage()
  const started = performance.now()
  let longestStep = 0
  for (;;) {
    const begun = performance.now()
    const step = steps.next()
    const took = performance.now() - begun
    longestStep = Math.max(longestStep, took)
    if (step.done) break
    await new Promise(resolve => setTimeout(resolve, Math.min(Math.max(took, 1), 200)))
  }
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const { waits, failures } = await stop()
  const row = {
    work,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    longestStep,
    longestWait: Math.max(...waits),
    writes: waits.length,
    failures: failures.length,
    fileBytes: statSync(file).size,
  }
  process.stderr.write(`${JSON.stringify(row)}\n`)
  return row
}

interface Timed<Result> {
  readonly result: Result
  /** Milliseconds. */
  readonly cpu: number
  readonly wall: number
}

function timeOf<Result>(work: () => Result): Timed<Result> {
  const before = process.cpuUsage()
  const started = performance.now()
  const result = work()
  const wall = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { result, cpu: (user + system) / 1000, wall }
}

/** Opens a copy of the store as the version before wrote it, without its search index, which opening does not read. */
function migrationTime(): Pick<Timed<unknown>, 'cpu' | 'wall'> {
  const older = join(directory, 'older.db')
  olderCopy(file, older)
  const { result, cpu, wall } = timeOf(() => sqliteStore(older))
  result.close()
  rmSync(older)
  return { cpu, wall }
}

/** The median of several. */
function searchTime(query: string): Pick<Timed<unknown>, 'cpu' | 'wall'> {
  const times = Array.from({ length: 9 }, () => timeOf(() => store.search(query)))
  const median = (name: 'cpu' | 'wall'): number =>
    times.map(time => time[name]).sort((one, other) => one - other)[4] as number
  return { cpu: median('cpu'), wall: median('wall') }
}

const before = { ...store.stats(), fileBytes: statSync(file).size, load: loadavg()[0] ?? 0 }
const newest = store.newest(200).map(({ handle }) => handle)
const searches = {
  unknown: searchTime('zebra crossing'),
  rare: searchTime('output 100999'),
  common: searchTime('socket'),
}
process.stderr.write(
  `${JSON.stringify({ before, opening: { ...opening, result: undefined }, migration, searches })}\n`,
)
const rows = [
  await measure('purge one original', store.purgeSteps({ handles: newest.slice(0, 1) })),
  await measure('purge fifty', store.purgeSteps({ handles: newest.slice(50, 100) })),
  await measure('purge a session of 200', store.purgeSteps({ session: sessionName(50) })),
  await measure('verify', store.verifySteps()),
  await measure('purge everything', store.purgeSteps({ everything: true })),
]
store.close()
rmSync(directory, { recursive: true, force: true })

const count = (value: number): string => Math.round(value).toLocaleString('en')
const shown = ({ cpu, wall }: Pick<Timed<unknown>, 'cpu' | 'wall'>): string =>
  `${count(wall)} ms (${count(cpu)} of CPU)`
const megabytes = (value: number): string => `${count(value / 1e6)} MB`
const after = rows.at(-1)?.fileBytes ?? 0
writeResults(
  'store',
  { before, opening: { cpu: opening.cpu, wall: opening.wall }, migration, searches, rows },
  `A store of ${count(before.originals)} originals, ${megabytes(before.bytes)} of text in ${megabytes(before.fileBytes)} on disk, while another process wrote every few milliseconds. CPU time is that of the work; seconds, steps and waits are wall time on two cores with a load of ${before.load.toFixed(0)} from other programs.

| work | CPU s | s | longest step, ms | longest wait of a writer, ms | writes | failed |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows
  .map(
    row =>
      `| ${row.work} | ${row.cpuSeconds.toFixed(2)} | ${row.seconds.toFixed(1)} | ${count(row.longestStep)} | ${count(row.longestWait)} | ${count(row.writes)} | ${row.failures} |`,
  )
  .join('\n')}

After everything is purged the file has ${megabytes(after)}: ${(100 * (1 - after / before.fileBytes)).toFixed(0)} % of the room was given back; the rest are tombstones, views and receipts.
Opening it took ${shown(opening)}; opening it as the version before had written it, which brings it up to date, ${shown(migration)}.
A search took ${shown(searches.unknown)} for words that are nowhere, ${shown(searches.rare)} for words of one text and ${shown(searches.common)} for a word of every text (medians of nine).`,
)
