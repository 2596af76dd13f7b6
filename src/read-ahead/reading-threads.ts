/** Threads that read ahead for compressions: started when needed, kept for the next call, ended when idle. */
import type { Worker } from 'node:worker_threads'
import { threadEntry, threadOptions } from '../store/thread-entry.ts'
import type { ReadingJob, ReadingReport } from './read-batch.ts'

interface ReadingThread {
  /** Ends when no batch is left; rejects if the thread has already ended. */
  read(job: ReadingJob, onRead: (readings: Uint8Array) => void): Promise<void>
}

/** An idle thread keeps its compiled code, and about 30 MB. */
const idleMs = 10_000

const idle = new Map<Worker, NodeJS.Timeout>()

/** Takes free threads first, then starts new ones. */
export function takeThreads(count: number): readonly ReadingThread[] {
  return Array.from({ length: count }, () => {
    const [free] = idle
    if (free === undefined) return threadOf(startWorker())
    const [worker, timer] = free
    clearTimeout(timer)
    idle.delete(worker)
    return threadOf(worker)
  })
}

function startWorker(): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(threadEntry, { ...threadOptions('read-batches', {}), name: 'fovea-reading' })
  worker.unref()
  // The event `exit` follows.
  worker.on('error', () => {})
  worker.once('exit', () => idle.delete(worker))
  return worker
}

function threadOf(worker: Worker): ReadingThread {
  return {
    async read(job, onRead) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onReport = (report: ReadingReport): void => {
        if (report.type === 'done') resolve()
        else onRead(report.readings)
      }
      const onExit = (code: number): void => reject(new Error(`it ended with exit code ${code}`))
      worker.on('message', onReport).once('error', reject).once('exit', onExit)
      // The process stays alive while a caller waits.
      worker.ref()
      try {
        worker.postMessage(job)
        await promise
        keep(worker)
      } finally {
        worker.off('message', onReport).off('error', reject).off('exit', onExit)
        worker.unref()
      }
    },
  }
}

function keep(worker: Worker): void {
  const timer = setTimeout(() => void worker.terminate(), idleMs)
  timer.unref()
  idle.set(worker, timer)
}
