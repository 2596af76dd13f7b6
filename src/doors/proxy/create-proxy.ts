/** The proxy: a server between agents and their providers that sends smaller requests and passes answers through. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FoveaError, optionError } from '../../errors.ts'
import { newToken } from '../http/access-token.ts'
import { listenOn } from '../http/listen-on.ts'
import { isLoopbackHost } from '../http/loopback-host.ts'
import { forwardRequest } from './forward-request.ts'
import { guardRequest } from './guard/guard-request.ts'
import type { Refusal } from './guard/judge-request.ts'
import { keepRetention } from './keep-retention.ts'
import { answerMetrics, answerProbe, watchStore } from './operations/operation-pages.ts'
import { type ProxyOptions, resolveProxyOptions } from './proxy-options.ts'
import { createStatusPages } from './status/create-status-pages.ts'
import { describeExchange } from './status/exchange.ts'
import { createLatestRequests } from './status/latest-requests.ts'
import { createStatusLog, type Status } from './status/status-log.ts'
import { splitTarget } from './transport/target-of.ts'
import { createUpstream } from './transport/upstream.ts'

export interface ListenOptions {
  /** 0 means any free port. @default 8787 */
  readonly port?: number | undefined
  /** @default 127.0.0.1 */
  readonly host?: string | undefined
}

export interface ProxyServer {
  /** Answers one request, for use in another server. Never rejects. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Throws a `FoveaError` if the port is taken, or if others could reach the proxy without a token. */
  listen(
    options?: ListenOptions,
  ): Promise<{ readonly url: string; readonly host: string; readonly port: number }>
  status(): Status
  /** As `?key=` of `/fovea`, it opens the pages of sessions. */
  readonly pageKey: string
  /** Accepts no more requests, waits for answers that are still streaming, and ends. */
  close(): Promise<void>
}

export function createProxy(options: ProxyOptions = {}): ProxyServer {
  const settings = resolveProxyOptions(options)
  const upstream = createUpstream(settings.upstreamTimeoutMs)
  const statusLog = createStatusLog(settings.clock)
  const latestRequests = createLatestRequests()
  const pageKey = newToken()
  const { maxBodyBytes } = settings
  const pages = createStatusPages({ log: statusLog, requests: latestRequests, key: pageKey, maxBodyBytes })
  const running = new Set<Promise<void>>()
  let isClosing = false
  const { retention, store, log } = settings
  const endRetention = retention === undefined ? undefined : keepRetention(store, retention, log)

  const watch = watchStore(store, settings.metrics?.store)
  let isStarting = false
  const operations = { isReady: () => !isStarting && !isClosing, store: watch }

  const logRefusal = ({ method = 'GET', url = '/' }: IncomingMessage, { status, code }: Refusal): void => {
    const [path] = splitTarget(url)
    settings.log(describeExchange({ at: 0, method, path, status, milliseconds: 0, notes: [code] }))
  }
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (answerProbe(incoming, outgoing, operations)) return
    const { isAdmitted, refusal } = guardRequest(incoming, outgoing, settings.access)
    if (refusal !== undefined) logRefusal(incoming, refusal)
    if (!isAdmitted || answerMetrics(incoming, outgoing, settings.metrics)) return
    if (pages.answer(incoming, outgoing)) return
    if (isClosing) outgoing.setHeader('connection', 'close')
    await forwardRequest(incoming, outgoing, {
      settings,
      upstream,
      statusLog,
      latestRequests,
      isClosing: () => isClosing,
    })
  }
  const server = createServer((incoming, outgoing) => {
    const work = handle(incoming, outgoing).finally(() => {
      running.delete(work)
      if (isClosing) server.closeIdleConnections()
    })
    running.add(work)
  })
  // Longer than clients keep theirs, so that they do not write to a connection that is being closed.
  server.keepAliveTimeout = 75_000

  return {
    handle,
    listen: async ({ port = 8787, host = '127.0.0.1' } = {}) => {
      if (settings.access.token === undefined && !isLoopbackHost(host)) throw tokenNeeded(host)
      isStarting = true
      const place = await listenOn(server, { port, host, flag: '--port' })
      await settings.preparer.ready()
      isStarting = false
      return place
    },
    status: () => statusLog.status(),
    pageKey,
    close: async () => {
      isClosing = true
      watch.end()
      pages.close()
      await endRetention?.()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      await Promise.race([Promise.all(running), sleep(settings.drainMs, undefined, { ref: false })])
      server.closeAllConnections()
      await closed
      upstream.close()
      await settings.preparer.close()
    },
  }
}

function tokenNeeded(host: string): FoveaError {
  return optionError(
    `Others can reach ${host}: give the proxy a token that clients must show, or listen on 127.0.0.1.`,
  )
}
