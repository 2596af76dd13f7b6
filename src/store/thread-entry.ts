/** Where the program of all threads is (`doors/thread-main.ts`), and with what a thread starts. */
import type { ResourceLimits, WorkerOptions } from 'node:worker_threads'

export type ThreadJob = 'prepare-requests' | 'answer-store-calls' | 'run-batch-jobs' | 'read-batches'

const inSource = /\/store\/thread-entry(\.[jt]s)$/.exec(import.meta.url)

/** Among the doors in the source, beside this file in the package. */
export const threadEntry: URL = new URL(
  inSource === null ? './thread-main.js' : `../doors/thread-main${inSource[1]}`,
  import.meta.url,
)

/** By default it grows to 192 while a long history is read, which saves no time but takes 130 MB more in each thread. */
const maxYoungGenerationSizeMb = 24

/** The options of a thread that does one job; it finds `setup` in `workerData`. */
export function threadOptions(job: ThreadJob, setup: object, limits: ResourceLimits = {}): WorkerOptions {
  return {
    workerData: { job, ...setup },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb, ...limits },
  }
}
