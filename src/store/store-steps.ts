/** Runs long work on a store in short steps, with pauses in which others can write. */
import { FoveaError } from '../errors.ts'
import type { StoreStep, StoreStepOptions } from './store.ts'

/** How long one step may hold the write lock, in milliseconds. */
const stepBudget = 20

/** Repeats `work` until it returns `true`, or the time is up. Returns whether it is done. */
export function withinBudget(work: () => boolean): boolean {
  const end = performance.now() + stepBudget
  for (;;) {
    if (work()) return true
    if (performance.now() >= end) return false
  }
}

/**
 * As long as the work before: a process that waits for the lock retries at growing intervals, and finds it free every second
 * time.
 */
function pauseAfter(worked: number): number {
  return Math.min(Math.max(worked, 1), 200)
}

/** With the time that each try waits for the lock, this is enough for a slow writer, but not for one that hangs. */
const maxTries = 6

/** A step that finds the store locked is repeated after a pause: other writers must not end long work. */
export function* triedAgain<Result>(step: StoreStep, work: () => Result): Generator<StoreStep, Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return work()
    } catch (error) {
      const isLocked = FoveaError.isInstance(error) && error.code === 'store-locked'
      if (!isLocked || tries === maxTries) throw error
    }
    yield step
  }
}

type Steps<Result> = Iterator<StoreStep, Result>
type LaterSteps<Result> = Iterator<StoreStep, Result> | AsyncIterator<StoreStep, Result>

/** Runs all steps at once, blocking the caller. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    const started = performance.now()
    const step = steps.next()
    if (step.done) return step.value
    Atomics.wait(never, 0, 0, pauseAfter(performance.now() - started))
  }
}

/** Runs all steps of work that waits for another process anyway. */
export async function drainSteps<Result>(steps: AsyncIterator<StoreStep, Result>): Promise<Result> {
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

/** Runs all steps and lets other work of this process run between them. Throws the signal's reason when it is aborted. */
export async function takeSteps<Result>(
  steps: LaterSteps<Result> | Promise<LaterSteps<Result>>,
  { onStep, signal }: StoreStepOptions = {},
): Promise<Result> {
  const all = await steps
  for (;;) {
    if (signal?.aborted) {
      await all.return?.()
      throw signal.reason
    }
    const started = performance.now()
    const step = await all.next()
    if (step.done) return step.value
    onStep?.(step.value)
    const pause = pauseAfter(performance.now() - started)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}
