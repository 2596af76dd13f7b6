/** Prepares requests in a thread, which has its own sessions and one task at a time. */
import { MessagePort, parentPort } from 'node:worker_threads'
import { createSessions } from '../../../session/create-sessions.ts'
import { requestName } from '../../../session/session-name.ts'
import { openStoreLater } from '../../../store/index.ts'
import type { Store } from '../../../store/store.ts'
import { prepareRequest, Unwanted } from './prepare-request.ts'
import { remoteStore } from './remote-store.ts'
import { countAsSent } from './request-ending.ts'
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.ts'

class Refused extends Error {}

export async function prepareInThread(setup: ThreadSetup): Promise<void> {
  const port = parentPort as MessagePort
  const store = await storeOf(setup.store)
  let now = 0
  const sessions = createSessions({ ...setup.session, store, clock: () => now })
  let onClaimed: ((isGranted: boolean) => void) | undefined

  const claim = async (request: object, expected: string | undefined): Promise<void> => {
    const session = requestName(request, undefined)
    if (session === expected) return
    const isGranted = new Promise<boolean>(resolve => {
      onClaimed = resolve
    })
    post({ type: 'claim', session })
    if (!(await isGranted)) throw new Refused()
  }

  const prepare = async (message: ToThread & { readonly type: 'request' }): Promise<void> => {
    const { buffer, byteOffset, byteLength } = message.bytes
    const { keepView, mustFit, ending } = message
    now = message.now
    let isUnfit = false
    try {
      const bytes = Buffer.from(buffer, byteOffset, byteLength)
      const prepared = await prepareRequest(bytes, message.task, {
        sessions,
        store,
        timing: {
          keepView,
          isWanted(room) {
            isUnfit = mustFit && room < 0
            return !isUnfit && countAsSent(ending)
          },
        },
        begin: request => claim(request, message.session),
      })
      post({ type: 'done', prepared }, prepared.bytes)
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unwanted)) throw error
      post({ type: 'done', isUnfit })
    }
  }

  const extend = async ({ id, receipt, messages }: ToThread & { readonly type: 'extend' }): Promise<void> => {
    post({ type: 'extended', id, receipt: await sessions.extend(receipt, messages) })
  }

  const post = (message: FromThread, bytes?: Uint8Array<ArrayBuffer>): void => {
    port.postMessage(message, bytes === undefined ? [] : [bytes.buffer])
  }

  const close = async (): Promise<void> => {
    await store.close()
    port.close()
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'request') void prepare(message)
    else if (message.type === 'claimed') onClaimed?.(message.isGranted)
    else if (message.type === 'next')
      void sessions.prepare(message.session).finally(() => post({ type: 'done' }))
    else if (message.type === 'usage') sessions.usage(message.session, message.usage)
    else if (message.type === 'extend') void extend(message)
    else void close()
  })
  post({ type: 'ready' })
}

async function storeOf(source: ThreadSetup['store']): Promise<Store> {
  return source instanceof MessagePort ? remoteStore(source) : openStoreLater(source.address, source.options)
}
