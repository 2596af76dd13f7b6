/** The batches in a store, and the result of each job. Each is written once. */
import { optionError } from '../../errors.ts'
import { storeAddresses } from '../../store/index.ts'
import type { Store } from '../../store/store.ts'
import { copyingOf } from '../../store/store-copying.ts'
import type { Batch, BatchJob, BatchResult } from './batch-job.ts'

const listSession = 'fovea batches'
const sessionOf = (batch: string): string => `fovea batch ${batch}`

export async function addBatch(store: Store, batch: Batch): Promise<void> {
  await store.setState(listSession, batch.id, JSON.stringify(batch), 0)
}

/** The oldest first. */
export async function batchesIn(store: Store): Promise<readonly Batch[]> {
  const found = await Array.fromAsync(statesOf(store, listSession), value => JSON.parse(value) as Batch)
  return found.sort((one, other) => one.at - other.at)
}

/** Returns whether it was the first result of its job. */
export async function addResult(store: Store, job: BatchJob, result: BatchResult): Promise<boolean> {
  return store.setState(sessionOf(job.batch), job.hash, JSON.stringify(result), 0)
}

export async function hasResult(store: Store, { batch, hash }: BatchJob): Promise<boolean> {
  return (await store.state(sessionOf(batch), hash)) !== undefined
}

export async function* resultsOf(store: Store, batch: string): AsyncGenerator<BatchResult> {
  for await (const value of statesOf(store, sessionOf(batch))) yield JSON.parse(value) as BatchResult
}

async function* statesOf(store: Store, session: string): AsyncGenerator<string> {
  const copying = copyingOf(store)
  if (copying === undefined)
    throw optionError(`A batch needs a store that is read in parts, such as ${storeAddresses()}.`)
  for (let name = ''; ; ) {
    const page = await copying.statesAfter(session, name)
    const own = page.filter(each => each.session === session)
    for (const { value } of own) yield value
    const last = own.at(-1)
    if (last === undefined || own.length < page.length) return
    name = last.name
  }
}
