/** A store whose answers are waited for only so long: one that never answers must not hold up a request for ever. */
import { FoveaError } from '../errors.ts'
import { withinDeadline } from '../models/within-deadline.ts'
import type { Store } from '../store/store.ts'

/** Longer than any store of ours tries. */
const maxWaitMs = 30_000

/** Rejects with `store-unreachable`. What the store does later is its own affair. */
export function promptStore(store: Store): Store {
  // A proxy of a frozen object would have to return the methods of that object.
  return new Proxy(Object.create(store) as Store, {
    get(_, name) {
      const method: unknown = Reflect.get(store, name)
      if (typeof method !== 'function') return method
      return (...args: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(method, store, args)
        return isThenable(answer) ? inTime(answer) : answer
      }
    },
  })
}

/** Also what query builders return, and promises of another realm. */
function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
}

async function inTime(answer: PromiseLike<unknown>): Promise<unknown> {
  const done = await withinDeadline(() => answer, maxWaitMs)
  if (done.ending === 'answered') return done.answer
  if (done.ending === 'failed') throw done.error
  throw new FoveaError('store-unreachable', `The store did not answer within ${maxWaitMs / 1000} seconds.`)
}
