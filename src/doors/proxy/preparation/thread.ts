/** The main thread's handle to one thread that prepares requests. */
import { once } from 'node:events'
import { totalmem } from 'node:os'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { OpenStoreOptions } from '../../../store/index.ts'
import type { Store } from '../../../store/store.ts'
import { type StoreSource, storeSourceOf } from '../../../store/store-source.ts'
import { threadEntry, threadOptions } from '../../../store/thread-entry.ts'
import { serveStore } from './remote-store.ts'
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.ts'

export interface Thread {
  post(message: ToThread): void
  /** Lets it close its store if it is idle. */
  close(): Promise<void>
  /** Ends it immediately, even during work. */
  terminate(): Promise<void>
}

interface ThreadOptions {
  readonly store: Store
  readonly session: ThreadSetup['session']
  /** How long a request may take. */
  readonly timeoutMs: number
  readonly heapMegabytes: number
  onMessage(message: FromThread): void
  /** Called once, for any reason of its end. */
  onEnd(): void
}

const closeMs = 1000

export function startThread(options: ThreadOptions): Thread {
  const { store, session, timeoutMs, heapMegabytes, onMessage, onEnd } = options
  const source = storeSourceOf(store)
  const channel = source === undefined ? new MessageChannel() : undefined
  if (channel !== undefined) serveStore(store, channel.port1)
  const setup = {
    session,
    store: source === undefined ? channel?.port2 : impatient(source, timeoutMs),
  } as ThreadSetup
  const worker = new Worker(threadEntry, {
    ...threadOptions('prepare-requests', setup, { maxOldGenerationSizeMb: heapMegabytes }),
    transferList: channel === undefined ? [] : [channel.port2],
    name: 'fovea',
  })
  // The server keeps the process alive, not the thread.
  worker.unref()
  worker.on('message', onMessage)
  // The event `exit` follows.
  worker.on('error', () => {})
  worker.once('exit', () => {
    channel?.port1.close()
    onEnd()
  })
  const terminate = async (): Promise<void> => {
    await worker.terminate()
  }
  return {
    post: message => worker.postMessage(message),
    async close() {
      worker.postMessage({ type: 'close' } satisfies ToThread)
      worker.ref()
      const timer = setTimeout(() => void terminate(), closeMs)
      await once(worker, 'exit')
      clearTimeout(timer)
    },
    terminate,
  }
}

/**
 * A request writes to the store several times, and may wait for another process each time: all waits together must be shorter
 * than its time limit.
 */
function impatient({ address, options }: StoreSource, timeoutMs: number): StoreSource {
  const { busyTimeout = Number.POSITIVE_INFINITY }: OpenStoreOptions = options
  return { address, options: { ...options, busyTimeout: Math.min(busyTimeout, Math.ceil(timeoutMs / 10)) } }
}

/** All threads together may use half of the memory, and each at most as much as a large body needs. */
export function heapShare(threads: number): number {
  return Math.round(Math.min(4096, Math.max(512, totalmem() / 2 / threads / 2 ** 20)))
}
