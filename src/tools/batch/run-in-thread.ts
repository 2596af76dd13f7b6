/** Does one job after another in a thread. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { carried } from '../../store/carried-error.ts'
import { openStoreLater } from '../../store/index.ts'
import type { BatchJob } from './batch-job.ts'
import type { BatchAnswer, BatchThreadSetup } from './batch-threads.ts'
import { runBatchJob } from './run-batch-job.ts'

export function runInThread({ address }: BatchThreadSetup): void {
  const port = parentPort as MessagePort
  const opened = openStoreLater(address, { poolSize: 1 })

  const answerTo = async (job: BatchJob): Promise<BatchAnswer> => {
    try {
      return { value: await runBatchJob(job, await opened) }
    } catch (error) {
      return { error: carried(error) }
    }
  }

  port.on('message', async (job: BatchJob) => port.postMessage(await answerTo(job)))
}
