/** Work that is written once for both kinds of stores: those that answer at once and those that answer later. */

/** Yields one question to a store at a time, and goes on with its answer. */
export type SyncOrAsync<Result> = Generator<() => unknown, Result, unknown>

/** One question, and its answer. */
export function* waitFor<Value>(question: () => Value | Promise<Value>): SyncOrAsync<Value> {
  return (yield question) as Value
}

/** What a store cannot bring back is not at hand: nothing fails for it. */
export function* orMissing<Value>(work: SyncOrAsync<Value>): SyncOrAsync<Value | undefined> {
  try {
    return yield* work
  } catch {
    return undefined
  }
}

/** With a store that answers later. A question that fails does so where it was asked. */
export async function runAsync<Result>(work: SyncOrAsync<Result>): Promise<Result> {
  let step = work.next()
  while (!step.done) {
    let answer: unknown
    try {
      answer = await step.value()
    } catch (error) {
      step = work.throw(error)
      continue
    }
    step = work.next(answer)
  }
  return step.value
}

/** With a store that answers at once. */
export function runSync<Result>(work: SyncOrAsync<Result>): Result {
  let step = work.next()
  while (!step.done) {
    let answer: unknown
    try {
      answer = step.value()
    } catch (error) {
      step = work.throw(error)
      continue
    }
    step = work.next(answer)
  }
  return step.value
}
