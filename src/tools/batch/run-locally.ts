/** Runs a batch without a server: its jobs run on threads of this machine, each until it is done or has failed for good. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../store/store.ts'
import { type BatchJob, type BatchResult, failedResult, isLasting } from './batch-job.ts'
import type { BatchThreads } from './batch-threads.ts'
import { addResult, hasResult } from './stored-batches.ts'

interface LocalOptions {
  readonly threads: BatchThreads
  readonly concurrency: number
  readonly onResult?: (result: BatchResult | undefined) => void
}

const maxAttempts = 4

/** Jobs that already have a result are skipped; `onResult` is then called with `undefined`. */
export async function runLocally(
  jobs: readonly BatchJob[],
  store: Store,
  { threads, concurrency, onResult = () => {} }: LocalOptions,
): Promise<void> {
  const queue = jobs.values()
  const lane = async (): Promise<void> => {
    for (const job of queue) {
      if (await hasResult(store, job)) onResult(undefined)
      else {
        const result = await attempted(job, threads)
        await addResult(store, job, result)
        onResult(result)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

async function attempted(job: BatchJob, threads: BatchThreads): Promise<BatchResult> {
  const started = performance.now()
  const spent = (): number => Math.round(performance.now() - started)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const value = await threads.run(job)
      return { name: job.name, hash: job.hash, milliseconds: spent(), outcome: 'done', value }
    } catch (error) {
      if (isLasting(error) || attempt === maxAttempts) return failedResult(job, error, spent())
    }
    await sleep(100 * 2 ** attempt)
  }
}
