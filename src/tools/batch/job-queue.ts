/** Jobs in a PostgreSQL database, for workers on any machine, through the package `graphile-worker`. */
import { FoveaError, optionError } from '../../errors.ts'
import {
  isPostgresAddress,
  postgresAddress,
  postgresSettings,
} from '../../store/postgres/postgres-options.ts'
import type { PgClient, PgPool } from '../../store/postgres/postgres-store.ts'
import type { Store } from '../../store/store.ts'
import { type BatchJob, type BatchResult, failedResult, isLasting } from './batch-job.ts'
import type { BatchThreads } from './batch-threads.ts'
import { addResult, hasResult } from './stored-batches.ts'
import { workerPresence } from './worker-presence.ts'

export { isPostgresAddress as hasJobQueue } from '../../store/postgres/postgres-options.ts'

/** The part of `graphile-worker` that is used. */
interface GraphileWorker {
  makeWorkerUtils(settings: object): Promise<WorkerUtils>
  run(settings: object): Promise<{ readonly promise: Promise<void>; stop(): Promise<void> }>
  readonly Logger: new (factory: () => (level: string, message: string) => void) => unknown
}

interface WorkerUtils {
  migrate(): Promise<void>
  addJobs(jobs: readonly object[]): Promise<unknown>
  forceUnlockWorkers(ids: readonly string[]): Promise<void>
  release(): Promise<void>
}

interface TaskHelpers {
  readonly job: { readonly attempts: number; readonly max_attempts: number }
}

/** Variables, so that users without the optional peers can compile and bundle. */
const [worker, driver]: readonly string[] = ['graphile-worker', 'pg']
const maxAttempts = 6
const together = 500

/** Jobs of one namespace: a worker runs only the jobs of its own store. */
function identifierFor(address: string): string {
  return `fovea ${postgresSettings(postgresAddress(address).options).schema.replaceAll('"', '')}`
}

/** A job that is already queued is not added again. */
export async function enqueue(address: string, jobs: readonly BatchJob[]): Promise<void> {
  const { makeWorkerUtils, Logger } = await loadWorker()
  const utils = await makeWorkerUtils({
    connectionString: postgresAddress(address).url,
    logger: new Logger(() => () => {}),
  })
  try {
    await utils.migrate()
    for (let at = 0; at < jobs.length; at += together)
      await utils.addJobs(
        jobs.slice(at, at + together).map(job => ({
          identifier: identifierFor(address),
          payload: job,
          jobKey: `${job.batch} ${job.hash}`,
          maxAttempts,
        })),
      )
  } finally {
    await utils.release()
  }
}

interface WorkerOptions {
  readonly concurrency: number
  readonly threads: BatchThreads
  readonly onResult?: (result: BatchResult) => void
}

/** Returns a function that ends it, and waits for jobs that have begun. */
export async function startWorker(
  address: string,
  store: Store,
  options: WorkerOptions,
): Promise<() => Promise<void>> {
  if (!isPostgresAddress(address))
    throw optionError('A worker needs a store on a server: --store postgres://host/database.')
  const { makeWorkerUtils, run, Logger } = await loadWorker()
  const pool = await openPool(address, options.concurrency + 2)
  const logger = new Logger(() => () => {})
  const presence = await workerPresence(pool)
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  const events = new (await import('node:events')).EventEmitter()
  // Jobs are locked in the name of the pool, whichever of its workers does them.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) =>
    presence.announce(workerPool.id),
  )
  const runner = await run({
    pgPool: pool,
    logger,
    events,
    concurrency: options.concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: {
      [identifierFor(address)]: (payload: unknown, helpers: TaskHelpers) =>
        handle(payload as BatchJob, helpers, store, options),
    },
  })
  const timer = setInterval(
    () =>
      void presence
        .lost()
        .then(ids => (ids.length === 0 ? undefined : utils.forceUnlockWorkers(ids)))
        .catch(() => {}),
    3000,
  )
  return async () => {
    clearInterval(timer)
    await runner.stop()
    await utils.release()
    await presence.leave()
    await pool.end()
  }
}

/** Throws if the job is to be tried again; the wait before each attempt grows. */
async function handle(
  job: BatchJob,
  { job: queued }: TaskHelpers,
  store: Store,
  options: WorkerOptions,
): Promise<void> {
  if (await hasResult(store, job)) return
  const started = performance.now()
  const spent = (): number => Math.round(performance.now() - started)
  let result: BatchResult
  try {
    const value = await options.threads.run(job)
    result = { name: job.name, hash: job.hash, milliseconds: spent(), outcome: 'done', value }
  } catch (error) {
    if (!isLasting(error) && queued.attempts < queued.max_attempts) throw error
    result = failedResult(job, error, spent())
  }
  if (await addResult(store, job, result)) options.onResult?.(result)
}

interface NewClients {
  on(event: 'connect', listener: (client: PgClient) => void): unknown
}

async function openPool(address: string, max: number): Promise<PgPool> {
  const { default: pg } = (await import(driver as string)) as {
    default: { Pool: new (settings: object) => PgPool & NewClients }
  }
  const pool = new pg.Pool({
    connectionString: postgresAddress(address).url,
    max,
    application_name: 'fovea worker',
  })
  // A connection that breaks is replaced, whether it is in use or not.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

async function loadWorker(): Promise<GraphileWorker> {
  try {
    return (await import(worker as string)) as GraphileWorker
  } catch (cause) {
    throw new FoveaError(
      'invalid-option',
      'Jobs on a server need the packages graphile-worker and pg: npm install graphile-worker pg.',
      { cause },
    )
  }
}
