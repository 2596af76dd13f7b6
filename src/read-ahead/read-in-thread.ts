/** Reads batches of messages in a thread, until none is left, and sends the results. */
import { deserialize, serialize } from 'node:v8'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { forgetReadings, recordReadings, sentReadings } from '../tokens/remembered.ts'
import { type ReadingBatch, type ReadingJob, type ReadingReport, readBatch, takeBatch } from './read-batch.ts'

export function readInThread(): void {
  const port = parentPort as MessagePort
  port.on('message', (job: ReadingJob) => {
    for (let at = takeBatch(job); at !== undefined; at = takeBatch(job)) {
      const batch = deserialize(new Uint8Array(job.batches[at] as SharedArrayBuffer)) as ReadingBatch
      const readings = serialize(sentReadings(recordReadings(() => readBatch(batch))))
      port.postMessage({ type: 'read', readings } satisfies ReadingReport, [readings.buffer as ArrayBuffer])
    }
    forgetReadings()
    port.postMessage({ type: 'done' } satisfies ReadingReport)
  })
}
