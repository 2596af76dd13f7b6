/** Other threads where everything that a session needs can be there, else this one. */
import { createSessions, type SessionOptions, type Sessions } from '../../../session/session.ts'
import { resolveSession } from '../../../session/session-settings.ts'
import { keepingMs, roomFactor } from '../../../session/step-within.ts'
import type { Store } from '../../../store/store.ts'
import { inThreadPreparer } from './in-thread-preparer.ts'
import { isPlainData } from './is-plain-data.ts'
import type { Preparer } from './preparer.ts'
import { threadedPreparer } from './threaded-preparer.ts'

export interface PreparerOptions {
  readonly store: Store
  readonly session: Omit<SessionOptions, 'id' | 'store' | 'format'>
  readonly sessions: Sessions | undefined
  /** 0: this thread. */
  readonly threads: number
  readonly timeoutMs: number
  readonly clock: () => number
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
    // Ours keep the time themselves; those of the caller may not.
    mostMs:
      sessions === undefined
        ? timeoutMs * (1 + roomFactor) + 2 * keepingMs(timeoutMs)
        : timeoutMs + keepingMs(timeoutMs),
  })
}
