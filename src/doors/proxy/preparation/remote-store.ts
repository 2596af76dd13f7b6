/** A store that lives in another thread: each call is a message there and one back. */
import type { MessagePort } from 'node:worker_threads'
import { FoveaError } from '../../../errors.ts'
import { arrived, type CarriedError, carried } from '../../../store/carried-error.ts'
import type { Store } from '../../../store/store.ts'

interface Call {
  readonly id: number
  readonly method: keyof Store
  readonly args: readonly unknown[]
}

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: CarriedError })

/** Answers the calls that come through the port, until it is closed. */
export function serveStore(store: Store, port: MessagePort): void {
  port.on('message', async ({ id, method, args }: Call) => {
    port.postMessage(await answerTo(store, id, method, args))
  })
  // The server keeps the process alive, not the store.
  port.unref()
}

async function answerTo(
  store: Store,
  id: number,
  method: keyof Store,
  args: readonly unknown[],
): Promise<Answer> {
  try {
    return { id, value: await Reflect.apply(store[method], store, args) }
  } catch (error) {
    return { id, failure: carried(error) }
  }
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
  const call = <Method extends keyof Store>(method: Method): Store[Method] =>
    ((...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        port.postMessage({ id: last, method, args } satisfies Call)
      })) as unknown as Store[Method]
  return {
    handles: call('handles'),
    put: call('put'),
    get: call('get'),
    find: call('find'),
    views: call('views'),
    search: call('search'),
    newest: call('newest'),
    record: call('record'),
    receipts: call('receipts'),
    stats: call('stats'),
    verify: call('verify'),
    purge: call('purge'),
    previewPurge: call('previewPurge'),
    verifySteps: noSteps,
    purgeSteps: noSteps,
    compactSteps: noSteps,
    exportTo: call('exportTo'),
    state: call('state'),
    setState: call('setState'),
    // The store is the main thread's to close.
    close: () => port.close(),
  }
}

/** Steps are taken one by one, which only the thread that opened the store can. */
function noSteps(): never {
  throw new FoveaError('internal', 'A store of another thread is looked after in that thread.')
}
