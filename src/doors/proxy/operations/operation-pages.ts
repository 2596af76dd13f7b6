/** Pages for the operator of the proxy: `/fovea/health`, `/fovea/ready` and `/fovea/metrics`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../../../store/store.ts'
import { sendJson } from '../../pages/send-page.ts'
import { splitTarget } from '../transport/target-of.ts'
import type { ProxyMetrics } from './proxy-metrics.ts'

interface OperationState {
  isReady(): boolean
  readonly store: Pick<StoreWatch, 'isUp'>
}

/** For probes of a load balancer, which have no token: reveals nothing about users. Returns whether the request was a probe. */
export function answerProbe(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  state: OperationState,
): boolean {
  const [path] = splitTarget(incoming.url ?? '/')
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false
  if (path === '/fovea/health') sendJson(outgoing, 200, { status: 'alive' })
  else if (path === '/fovea/ready') {
    const isReady = state.isReady()
    // A missing store stops no request: they continue from memory, so this replica is still useful.
    const store = state.store.isUp() === false ? 'away' : 'up'
    sendJson(outgoing, isReady ? 200 : 503, { status: isReady ? 'ready' : 'draining', store })
  } else return false
  return true
}

/** For clients that the guard has admitted. Returns whether the request was for metrics. */
export function answerMetrics(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  metrics: ProxyMetrics | undefined,
): boolean {
  const [path] = splitTarget(incoming.url ?? '/')
  if (metrics === undefined || path !== '/fovea/metrics' || incoming.method !== 'GET') return false
  metrics.text().then(
    ({ type, body }) => outgoing.writeHead(200, { 'content-type': type }).end(body),
    () => sendJson(outgoing, 500, { error: 'The metrics could not be read.' }),
  )
  return true
}

/** Asks the store at intervals, and records whether it answers. */
interface StoreWatch {
  /** `undefined` before the first answer. */
  isUp(): boolean | undefined
  end(): void
}

const everyMs = 5000

/** `onAnswer` gets the milliseconds of the answer, or `undefined` if it failed. */
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
