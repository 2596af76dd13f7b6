/** A synchronous store over an asynchronous one: another thread calls it while this thread blocks. */
import type { MessagePort } from 'node:worker_threads'
import { FoveaError } from '../errors.ts'
import { arrived, type CarriedError } from './carried-error.ts'
import type { Store, StoreStep, SyncStore } from './store.ts'
import { closed } from './store-error.ts'
import { threadEntry, threadOptions } from './thread-entry.ts'

export interface StoreThreadSetup {
  readonly address: string
  readonly options: object
  readonly port: MessagePort
  /** Counts the answers. */
  readonly answers: Int32Array
}

export type StoreCall =
  | { readonly type: 'call'; readonly method: keyof Store; readonly args: readonly unknown[] }
  | { readonly type: 'begin'; readonly method: StepMethod; readonly args: readonly unknown[] }
  | { readonly type: 'next' | 'return'; readonly steps: number }

type StepMethod = 'verifySteps' | 'purgeSteps' | 'compactSteps'

export type StoreAnswer = { readonly value: unknown } | { readonly error: CarriedError }

/** Methods with one call and one answer; the others are steps, or end it. */
type Answered = Exclude<keyof Store, StepMethod | 'close'>
const answered =
  `handles put get find views search newest record receipts stats verify purge previewPurge exportTo
  state setState`.split(/\s+/) as readonly Answered[]

/** The methods of a store elsewhere: each call is passed on. */
export function forwarded<Kind extends Store>(
  call: (method: Answered, args: readonly unknown[]) => unknown,
): Pick<Kind, Answered> {
  return Object.fromEntries(
    answered.map(method => [method, (...args: readonly unknown[]) => call(method, args)]),
  ) as unknown as Pick<Kind, Answered>
}

/** A thread that has not started by then never will. */
const startMs = 30_000

export function waitingStore(address: string, options: object): SyncStore {
  const { MessageChannel, receiveMessageOnPort, Worker } = process.getBuiltinModule('node:worker_threads')
  const answers = new Int32Array(new SharedArrayBuffer(4))
  const { port1, port2 } = new MessageChannel()
  const setup: StoreThreadSetup = { address, options, port: port2, answers }
  const worker = new Worker(threadEntry, {
    ...threadOptions('answer-store-calls', setup),
    transferList: [port2],
    name: 'fovea-store',
  })
  worker.unref()
  let isOpen = true
  let seen = 0

  const ask = (call: StoreCall): unknown => {
    if (!isOpen) throw closed()
    port1.postMessage(call)
    if (Atomics.wait(answers, 0, seen, seen === 0 ? startMs : undefined) === 'timed-out')
      throw new FoveaError('internal', 'The thread of the store did not start.')
    seen += 1
    const { message } = receiveMessageOnPort(port1) as { message: StoreAnswer }
    if ('error' in message) throw arrived(message.error)
    return message.value
  }
  function* steps<Result>(method: StepMethod, args: readonly unknown[]): Generator<StoreStep, Result> {
    const begun = ask({ type: 'begin', method, args }) as number
    let isDone = false
    try {
      for (;;) {
        const step = ask({ type: 'next', steps: begun }) as IteratorResult<StoreStep, Result>
        if (step.done) {
          isDone = true
          return step.value
        }
        yield step.value
      }
    } finally {
      if (!isDone && isOpen) ask({ type: 'return', steps: begun })
    }
  }
  return {
    ...forwarded<SyncStore>((method, args) => ask({ type: 'call', method, args })),
    verifySteps: () => steps('verifySteps', []),
    purgeSteps: filter => steps('purgeSteps', [filter]),
    compactSteps: () => steps('compactSteps', []),
    close() {
      if (!isOpen) return
      ask({ type: 'call', method: 'close', args: [] })
      isOpen = false
      void worker.terminate()
    },
  }
}
