/** Prepares requests in this thread: for sessions and options that cannot leave it. */
import type { Sessions } from '../../../session/session.ts'
import type { Store } from '../../../store/store.ts'
import { type PreparedRequest, prepareRequest, tookTooLong } from './prepare-request.ts'
import type { Preparer } from './preparer.ts'

export interface InThreadOptions {
  readonly sessions: Sessions
  readonly store: Store
  readonly timeoutMs: number
  /** However it goes, a request waits no longer. */
  readonly mostMs: number
}

/** The timeout holds only while the work waits for something: a computation in this thread is not interrupted. */
export function inThreadPreparer({ sessions, store, timeoutMs, mostMs }: InThreadOptions): Preparer {
  const running = new Set<Promise<void>>()
  return {
    ready: () => Promise.resolve(),
    async prepare(bytes, task) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<PreparedRequest>(resolve => {
        timer = setTimeout(() => resolve(tookTooLong(timeoutMs)), mostMs)
      })
      const context = { sessions, store, timing: { timeoutMs } }
      const prepared = await Promise.race([prepareRequest(bytes, task, context), late])
      clearTimeout(timer)
      return prepared
    },
    usage(session, usage) {
      try {
        sessions.usage(session, usage)
      } catch {
        // The estimate of tokens stays as it was.
      }
    },
    async extend(receipt, messages) {
      try {
        return await sessions.extend(receipt, messages)
      } catch {
        return receipt
      }
    },
    async prepareNext(session) {
      // Where it fails, the request that needs it will do it.
      const work = sessions.prepare(session).catch(() => {})
      running.add(work)
      await work
      running.delete(work)
    },
    close: async () => void (await Promise.all(running)),
  }
}
