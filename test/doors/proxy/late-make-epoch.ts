/** In the place of `makeEpoch`: where a session has a view, the next one comes late or never. */
import { type EpochRequest, type MadeEpoch, makeEpoch as make } from '../../../src/session/make-epoch.ts'

export type { MadeEpoch } from '../../../src/session/make-epoch.ts'

const { LATE_EPOCHS: late = '' } = process.env

export function makeEpoch(request: EpochRequest): Promise<MadeEpoch> {
  if (request.current.name !== '') {
    // In a thread it ends the thread alone.
    if (late === 'never') process.exit(1)
    // As a computation does, it holds its thread.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(late))
  }
  return make(request)
}
