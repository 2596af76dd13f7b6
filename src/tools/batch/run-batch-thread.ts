/** The program of a thread: does the jobs of a batch that it is sent, one after the other. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { carried } from '../../store/carried-error.ts'
import { openStoreLater } from '../../store/index.ts'
import type { BatchJob } from './batch-job.ts'
import type { BatchAnswer, BatchThreadSetup } from './batch-threads.ts'
import { runBatchJob } from './run-batch-job.ts'

const { address } = workerData as BatchThreadSetup
const port = parentPort as MessagePort
const opened = openStoreLater(address, { poolSize: 1 })

port.on('message', async (job: BatchJob) => port.postMessage(await answerTo(job)))

async function answerTo(job: BatchJob): Promise<BatchAnswer> {
  try {
    return { value: await runBatchJob(job, await opened) }
  } catch (error) {
    return { error: carried(error) }
  }
}
