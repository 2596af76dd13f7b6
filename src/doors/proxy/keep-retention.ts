/** Purges by the retention rules while the proxy runs: in the background, in short steps, with requests between them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Retention, Store } from '../../store/store.ts'
import { takeSteps } from '../../store/store-steps.ts'

export interface RetentionOptions extends Retention {
  /** Milliseconds between two purges. @default ten minutes */
  readonly every?: number
}

const tenMinutes = 600_000
const firstAfter = 5000

/**
 * Returns a function that ends it and resolves once no step is running. A purge that fails is tried again at the next interval.
 */
export function keepRetention(
  store: Pick<Store, 'purgeSteps'>,
  { every = tenMinutes, ...rules }: RetentionOptions,
  log: (line: string) => void,
): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const purge = async (): Promise<void> => {
    try {
      const { originals, freedBytes } = await takeSteps(store.purgeSteps(rules), { signal })
      if (originals > 0) log(`retention: ${originals} originals purged, ${freedBytes} bytes given back`)
    } catch (error) {
      if (!signal.aborted) log(`retention: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const run = async (): Promise<void> => {
    for (let wait = Math.min(firstAfter, every); ; wait = every) {
      try {
        await sleep(wait, undefined, { signal, ref: false })
      } catch {
        return
      }
      await purge()
    }
  }
  const running = run()
  return () => {
    stop.abort()
    return running
  }
}
