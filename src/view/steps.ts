/** Work that asks a store one question at a time: the same for a store that answers at once and for one that answers later. */

export type Steps<Result> = Generator<() => unknown, Result, unknown>

/** One question, and its answer. */
export function* waitFor<Value>(question: () => Value | Promise<Value>): Steps<Value> {
  return (yield question) as Value
}

/** What a store cannot bring back is not at hand: nothing fails for it. */
export function* orMissing<Value>(steps: Steps<Value>): Steps<Value | undefined> {
  try {
    return yield* steps
  } catch {
    return undefined
  }
}

/** A question that fails does so where it was asked. */
export async function answeredLater<Result>(steps: Steps<Result>): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    let answer: unknown
    try {
      answer = await step.value()
    } catch (error) {
      step = steps.throw(error)
      continue
    }
    step = steps.next(answer)
  }
  return step.value
}

/** The same with an embedded store. */
export function answeredAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (!step.done) {
    let answer: unknown
    try {
      answer = step.value()
    } catch (error) {
      step = steps.throw(error)
      continue
    }
    step = steps.next(answer)
  }
  return step.value
}
