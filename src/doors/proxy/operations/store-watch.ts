/** Asks the store at intervals, and keeps whether it answers and how fast. */
import type { Store } from '../../../store/store.ts'

export interface StoreWatch {
  /** `undefined` before the first answer. */
  isUp(): boolean | undefined
  end(): void
}

const everyMs = 5000

/** `onAnswer` gets the milliseconds that it took, or nothing where it failed. */
export function watchStore(
  store: Pick<Store, 'state'>,
  onAnswer: (milliseconds: number | undefined) => void = () => {},
): StoreWatch {
  let isUp: boolean | undefined
  const ask = async (): Promise<void> => {
    const started = performance.now()
    try {
      await store.state('fovea', 'watch')
      isUp = true
      onAnswer(performance.now() - started)
    } catch {
      isUp = false
      onAnswer(undefined)
    }
  }
  void ask()
  const timer = setInterval(() => void ask(), everyMs)
  timer.unref()
  return { isUp: () => isUp, end: () => clearInterval(timer) }
}
