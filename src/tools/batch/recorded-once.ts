/** The store as a job writes to it: a job that is done again after its worker was killed records the same runs, and adds none. */
import type { Store } from '../../store/store.ts'
import { copyingOf } from '../../store/store-copying.ts'
import { uuidOf } from '../../store/uuid-of.ts'
import type { BatchJob } from './batch-job.ts'

/** Jobs are deterministic: their first run is always the same, and so is each later one. */
export function recordedOnce(store: Store, { batch, hash }: BatchJob): Store {
  const recordAs = copyingOf(store)?.recordAs
  if (recordAs === undefined) return store
  let runs = 0
  return {
    ...store,
    record(run) {
      runs += 1
      return recordAs(run, uuidOf(`${batch} ${hash} ${runs}`))
    },
  }
}
