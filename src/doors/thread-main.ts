/** The entry point of every thread; its job is in the data that it starts with. */
import { workerData } from 'node:worker_threads'
import { readInThread } from '../read-ahead/read-in-thread.ts'
import { serveStoreCalls } from '../store/serve-store-calls.ts'
import type { ThreadJob } from '../store/thread-entry.ts'
import { runInThread } from '../tools/batch/run-batch-job.ts'
import { prepareInThread } from './proxy/preparation/prepare-in-thread.ts'

const jobs: Readonly<Record<ThreadJob, (setup: never) => void>> = {
  'prepare-requests': prepareInThread,
  'answer-store-calls': serveStoreCalls,
  'run-batch-jobs': runInThread,
  'read-batches': readInThread,
}

const { job, ...setup } = workerData as { readonly job: ThreadJob }
jobs[job](setup as never)
