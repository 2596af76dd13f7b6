/** Uses other threads if everything that a session needs can be moved there, else this thread. */
import { createSessions, type SessionOptions, type Sessions } from '../../../session/session.ts'
import { resolveSession } from '../../../session/session-settings.ts'
import { keepingMs, roomFactor } from '../../../session/step-within.ts'
import type { Store } from '../../../store/store.ts'
import { type PreparedRequest, prepareRequest, tookTooLong } from './prepare-request.ts'
import type { Preparer } from './preparer.ts'
import { type ThreadedOptions, threadedPreparer } from './threaded-preparer.ts'

interface PreparerOptions extends Omit<ThreadedOptions, 'session' | 'heapMegabytes'> {
  readonly session: Omit<SessionOptions, 'id' | 'store' | 'format'>
  readonly sessions: Sessions | undefined
}

/** Throws `invalid-option`. */
export function createPreparer({ sessions, threads, ...options }: PreparerOptions): Preparer {
  const { session, store, clock } = options
  if (sessions === undefined && threads > 0 && isPlainData(session)) {
    resolveSession(session)
    return threadedPreparer({ ...options, threads })
  }
  const { timeoutMs } = options
  return inThreadPreparer({
    ...options,
    sessions: sessions ?? createSessions({ clock, ...session, store }),
    // Our sessions keep the deadline themselves; those of the caller may not.
    maxMs:
      sessions === undefined
        ? timeoutMs * (1 + roomFactor) + 2 * keepingMs(timeoutMs)
        : timeoutMs + keepingMs(timeoutMs),
  })
}

/**
 * Whether a value means the same in another thread: it contains no functions, and no class instances except regular
 * expressions.
 */
function isPlainData(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === Array.prototype || prototype === null
  return isPlain && Object.values(value).every(isPlainData)
}

/** Prepares requests in this thread: for sessions and options that cannot leave it. */
interface InThreadOptions {
  readonly sessions: Sessions
  readonly store: Store
  readonly timeoutMs: number
  /** A request never waits longer than this. */
  readonly maxMs: number
}

/** The timeout applies only while the work waits for something: a computation in this thread is not interrupted. */
function inThreadPreparer({ sessions, store, timeoutMs, maxMs }: InThreadOptions): Preparer {
  const running = new Set<Promise<void>>()
  return {
    ready: () => Promise.resolve(),
    async prepare(bytes, task) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<PreparedRequest>(resolve => {
        timer = setTimeout(() => resolve(tookTooLong(timeoutMs)), maxMs)
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
      // If it fails, the request that needs it will compute it.
      const work = sessions.prepare(session).catch(() => {})
      running.add(work)
      await work
      running.delete(work)
    },
    close: async () => void (await Promise.all(running)),
  }
}
