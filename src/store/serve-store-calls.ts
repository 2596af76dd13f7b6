/** Runs in a thread: calls a store while another thread waits for the answer. */
import { carried } from './carried-error.ts'
import { openStoreLater } from './index.ts'
import type { Store, StoreStep } from './store.ts'
import type { StoreAnswer, StoreCall, StoreThreadSetup } from './waiting-store.ts'

export function serveStoreCalls({ address, options, port, answers }: StoreThreadSetup): void {
  const running: AsyncIterator<StoreStep>[] = []
  let opened: Promise<Store> | undefined

  const answerTo = async (call: StoreCall): Promise<unknown> => {
    opened ??= openStoreLater(address, options)
    const store = await opened
    if (call.type === 'call') return Reflect.apply(store[call.method], store, call.args)
    if (call.type === 'begin')
      return (
        running.push(
          (await Reflect.apply(store[call.method], store, call.args)) as AsyncIterator<StoreStep>,
        ) - 1
      )
    const steps = running[call.steps] as AsyncIterator<StoreStep>
    return call.type === 'next' ? steps.next() : steps.return?.()
  }

  const answer = async (call: StoreCall): Promise<StoreAnswer> => {
    try {
      return { value: await answerTo(call) }
    } catch (error) {
      return { error: carried(error) }
    }
  }

  port.on('message', async (call: StoreCall) => {
    port.postMessage(await answer(call))
    Atomics.add(answers, 0, 1)
    Atomics.notify(answers, 0)
  })
}
