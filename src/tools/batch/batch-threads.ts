/** Threads that run jobs, so that every core is used and the caller's thread stays free. */
import { Worker } from 'node:worker_threads'
import { arrived, type CarriedError } from '../../store/carried-error.ts'
import { threadEntry, threadOptions } from '../../store/thread-entry.ts'
import type { BatchJob } from './batch-job.ts'

export interface BatchThreadSetup {
  readonly address: string
}

export type BatchAnswer =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly error: CarriedError }

export interface BatchThreads {
  /** Resolves with the result; rejects with the error, also if the thread has ended. */
  run(job: BatchJob): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export function batchThreads(address: string, count: number): BatchThreads {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: ((worker: Worker) => void)[] = []
  const start = (): Worker => {
    const setup: BatchThreadSetup = { address }
    const worker = new Worker(threadEntry, {
      ...threadOptions('run-batch-jobs', setup),
      name: 'fovea-batch',
    })
    all.add(worker)
    worker.once('exit', () => all.delete(worker))
    return worker
  }
  const take = (): Promise<Worker> | Worker => {
    const free = idle.pop()
    if (free !== undefined) return free
    if (all.size < count) return start()
    return new Promise(resolve => waiting.push(resolve))
  }
  const giveBack = (worker: Worker): void => {
    const next = waiting.shift()
    if (next === undefined) {
      if (all.has(worker)) idle.push(worker)
    } else next(all.has(worker) ? worker : start())
  }
  return {
    async run(job) {
      const worker = await take()
      try {
        const answer = await new Promise<BatchAnswer>((resolve, reject) => {
          const onEnd = (error?: unknown): void =>
            reject(error instanceof Error ? error : new Error('The thread of the job has ended.'))
          worker.once('message', (message: BatchAnswer) => {
            worker.off('error', onEnd).off('exit', onEnd)
            resolve(message)
          })
          worker.once('error', onEnd).once('exit', onEnd)
          worker.postMessage(job)
        })
        if ('error' in answer) throw arrived(answer.error)
        return answer.value
      } finally {
        giveBack(worker)
      }
    },
    close: async () => void (await Promise.all([...all].map(worker => worker.terminate()))),
  }
}
