/**
 * What a team needs, from what was measured: `node bench/postgres/sizing.ts` writes bench/results/postgres-sizing. Each session is
 * one of `postgres-ingest-large`, some 300 KB, which is the median of recorded sessions, and all of it is ingested.
 */
import { readResults, writeResults } from '../results.ts'

interface Ingested {
  readonly workerCpuMilliseconds: number
  readonly serverCpuMilliseconds: number
  readonly rowsPerSession: number
  readonly bytesPerSession: number
}

const teams = [100, 10_000, 1_000_000]
/** Of the day's sessions, in its busiest hour, against an even hour. */
const peak = 4
/** Of a core that is planned for; the rest is for searches, vacuum and what else there is. */
const load = 0.5
const secondsOfDay = 86_400
/** Of one thread of a replica, by default, and of a worker with one job at once: its own pool, and that of its thread. */
const replicaConnections = 4
const workerConnections = 3 + 4 + 1
const stepsOfSession = 40

const measured = readResults<Ingested>('postgres-ingest-large')
const { runs } = readResults<{
  readonly runs: readonly { readonly requests: number; readonly seconds: number }[]
}>('postgres-replicas')
/** Of one replica. */
const stepsPerSecond = (runs[1]?.requests ?? 0) / (runs[1]?.seconds ?? 1)

const rows = teams.map(sessions => {
  const peakPerSecond = (sessions * peak) / secondsOfDay
  const cores = (milliseconds: number): number =>
    Math.max(1, Math.ceil((peakPerSecond * milliseconds) / 1000 / load))
  const replicas = Math.max(2, Math.ceil((peakPerSecond * stepsOfSession) / stepsPerSecond))
  const workers = cores(measured.workerCpuMilliseconds)
  return {
    sessions,
    rowsPerDay: Math.round(sessions * measured.rowsPerSession),
    gigabytesPerDay: (sessions * measured.bytesPerSession) / 1e9,
    gigabytesPerQuarter: (sessions * measured.bytesPerSession * 90) / 1e9,
    serverCores: cores(measured.serverCpuMilliseconds),
    workers,
    replicas,
    connections: replicas * replicaConnections + workers * workerConnections,
  }
})
type Row = (typeof rows)[number]

const number = (value: number): string => Math.round(value).toLocaleString('en')
const gigabytes = (value: number): string => {
  const [size, unit] = value < 1 ? [value * 1000, 'MB'] : value < 1000 ? [value, 'GB'] : [value / 1000, 'TB']
  return `${number(size)} ${unit}`
}
const line = (name: string, value: (row: Row) => string): string =>
  `| ${name} | ${rows.map(value).join(' | ')} |`
writeResults(
  'postgres-sizing',
  rows,
  [
    `| sessions a day | ${teams.map(number).join(' | ')} |`,
    `| --- |${' --: |'.repeat(teams.length)}`,
    line('rows a day', row => number(row.rowsPerDay)),
    line('disk a day', row => gigabytes(row.gigabytesPerDay)),
    line('disk, where 90 days are kept', row => gigabytes(row.gigabytesPerQuarter)),
    line('cores of the server for ingest', row => number(row.serverCores)),
    line('workers for it, with one job at once', row => number(row.workers)),
    line('replicas of the proxy', row => number(row.replicas)),
    line('connections', row => number(row.connections)),
    '',
    `Measured for a session: ${measured.rowsPerSession} rows, ${number(measured.bytesPerSession / 1000)} KB on disk, ${number(measured.workerCpuMilliseconds)} ms of CPU time in a worker and ${number(measured.serverCpuMilliseconds)} ms in the server. Assumed: a busiest hour of ${peak} times the average, cores loaded by half, ${stepsOfSession} steps a session, ${stepsPerSecond.toFixed(1)} steps a second for a replica: as measured above, beside its clients, its provider and other work on the same two cores.`,
  ].join('\n'),
)
