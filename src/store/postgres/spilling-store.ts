/** A store on a server that may be unreachable: what cannot be written waits on this machine until the server is back. */
import { randomUUID } from 'node:crypto'
import { FoveaError } from '../../errors.ts'
import { handleOf, shortestHandles } from '../../tokens/handle.ts'
import type { Note } from '../../types.ts'
import { cutRange } from '../cut-range.ts'
import { findHash } from '../find-hash.ts'
import type { Original, Run, Store, SyncStore } from '../store.ts'
import { checkOriginal } from '../store-checks.ts'
import { type Outbox, outboxIn } from './outbox.ts'

export interface ServerStore extends Store {
  /** `record` under a key: a run with the same key is recorded only once. */
  recordAs(run: Run, key: string): Promise<void>
}

export interface SpillFile {
  exists(): boolean
  open(): SyncStore
}

/** Wait before waiting runs are sent again. */
const retryMs = 1000

export function spillingStore({ recordAs, ...server }: ServerStore, file: SpillFile): Store {
  let outbox: Outbox | undefined
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isOpen = true

  const waiting = (): Outbox | undefined => {
    if (outbox === undefined && file.exists()) outbox = outboxIn(file.open())
    return outbox
  }
  const send = async (): Promise<void> => {
    for (;;) {
      const next = waiting()?.first()
      if (next === undefined || outbox === undefined) return
      try {
        await recordAs(next.run, next.key)
      } catch (error) {
        if (isDelayed(error)) return
        // The server refused the run, for example because it has other views by now; the originals are stored in any case.
        await server.put(next.run.originals)
      }
      outbox.removeFirst()
    }
  }
  const sendNow = (): Promise<void> => {
    sending ??= send()
      .catch(() => {})
      .finally(() => {
        sending = undefined
        if ((outbox?.size ?? 0) > 0) sendLater()
      })
    return sending
  }
  const sendLater = (): void => {
    if (!isOpen || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void sendNow()
    }, retryMs)
    timer.unref()
  }
  const keep = (run: Run, reason: FoveaError): readonly Note[] => {
    for (const original of run.originals) checkOriginal(original)
    outbox ??= outboxIn(file.open())
    outbox.add({ key: randomUUID(), run })
    sendLater()
    return [waitingNote(reason)]
  }
  /** The server's answer; if it is unreachable or does not know, that of the outbox. */
  const either = async <Result>(
    ask: () => Result | Promise<Result>,
    otherwise: (outbox: Outbox) => Result | undefined,
  ): Promise<Result> => {
    try {
      return await ask()
    } catch (error) {
      const isUnknown = FoveaError.isInstance(error) && ['not-found', 'purged'].includes(error.code)
      const here = waiting()
      const found = here !== undefined && (isUnknown || isAway(error)) ? otherwise(here) : undefined
      if (found === undefined) throw error
      return found
    }
  }
  if (file.exists()) sendLater()

  return {
    ...server,
    async handles(hashes) {
      try {
        return await server.handles(hashes)
      } catch (error) {
        if (!isAway(error)) throw error
        return shortestHandles(hashes, startingWith(waiting()))
      }
    },
    async put(originals) {
      try {
        return await server.put(originals)
      } catch (error) {
        if (!isDelayed(error)) throw error
        keep({ originals, views: [] }, error)
        return originals.map(({ hash }: Original) => ({ hash, handle: handleOf(hash), added: true }))
      }
    },
    get: (handle, range) =>
      either(
        () => server.get(handle, range),
        here => {
          const [hash] = startingWith(here)(handle.slice(3))
          const bytes = hash === undefined ? undefined : here.original(hash)
          return bytes === undefined || range === undefined ? bytes : cutRange(bytes, range)
        },
      ),
    find: (handle, session) =>
      either(
        () => server.find(handle, session),
        here => {
          const own = new Set(here.hashes(session))
          const isHere = own.values().some(hash => hash.startsWith(handle.slice(3)))
          return isHere
            ? findHash(handle, prefix => own.values().filter(hash => hash.startsWith(prefix)))
            : undefined
        },
      ),
    async views(hashes) {
      const here = waiting()
      const local = hashes.flatMap(hash => here?.view(hash) ?? []).map(view => [view.hash, view] as const)
      try {
        return new Map([...local, ...(await server.views(hashes))])
      } catch (error) {
        if (!isAway(error)) throw error
        return new Map(local)
      }
    },
    async record(run) {
      try {
        return await server.record(run)
      } catch (error) {
        if (!isDelayed(error)) throw error
        return keep(run, error)
      }
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      clearTimeout(timer)
      await sendNow()
      outbox?.close()
      await server.close()
    },
  }
}

function isAway(error: unknown): error is FoveaError {
  return FoveaError.isInstance(error) && error.code === 'store-unreachable'
}

/** Whether the same write may succeed later: the server is unreachable, or others held a lock longer than a call may take. */
function isDelayed(error: unknown): error is FoveaError {
  return isAway(error) || (FoveaError.isInstance(error) && error.code === 'store-locked')
}

function startingWith(outbox: Outbox | undefined): (prefix: string) => readonly string[] {
  return prefix => [...new Set(outbox?.hashes() ?? [])].filter(hash => hash.startsWith(prefix)).sort()
}

function waitingNote({ code }: FoveaError): Note {
  const why = code === 'store-locked' ? 'is locked by others' : 'cannot be reached'
  return {
    code,
    message: `The store ${why}; what it would have kept waits on this machine and is written later.`,
  }
}
