/** A store in another thread: each call is a message to it and an answer. */
import type { MessagePort } from 'node:worker_threads'
import { FoveaError } from '../../../errors.ts'
import { arrived, type CarriedError, carried } from '../../../store/carried-error.ts'
import type { Store } from '../../../store/store.ts'
import { forwarded } from '../../../store/waiting-store.ts'

interface Call {
  readonly id: number
  readonly method: keyof Store
  readonly args: readonly unknown[]
}

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: CarriedError })

/** Answers the calls that come through the port until it is closed. */
export function serveStore(store: Store, port: MessagePort): void {
  port.on('message', async ({ id, method, args }: Call) => {
    try {
      port.postMessage({ id, value: await Reflect.apply(store[method], store, args) } satisfies Answer)
    } catch (error) {
      port.postMessage({ id, failure: carried(error) } satisfies Answer)
    }
  })
  // The server keeps the process alive, not the store.
  port.unref()
}

export function remoteStore(port: MessagePort): Store {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  port.on('message', (answer: Answer) => {
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('value' in answer) caller?.resolve(answer.value)
    else caller?.reject(arrived(answer.failure))
  })
  const call = (method: keyof Store, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      port.postMessage({ id: last, method, args } satisfies Call)
    })
  return {
    ...forwarded<Store>(call),
    verifySteps: noSteps,
    purgeSteps: noSteps,
    compactSteps: noSteps,
    // Only the main thread closes the store.
    close: () => port.close(),
  }
}

/** Maintenance runs step by step, which only the thread that opened the store can do. */
function noSteps(): never {
  throw new FoveaError('internal', 'A store of another thread is looked after in that thread.')
}
