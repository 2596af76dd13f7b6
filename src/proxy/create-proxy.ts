/** The proxy: a server between agents and their providers that sends smaller requests and passes answers through. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOn } from '../listen-on.ts'
import { forwardRequest } from './forward-request.ts'
import { type ProxyOptions, resolveProxyOptions } from './proxy-options.ts'
import { createStatusLog, type Status } from './status/status-log.ts'
import { createStatusPages } from './status/status-pages.ts'
import { createUpstream } from './transport/upstream.ts'

export interface ListenOptions {
  /** 0: any that is free. @default 8787 */
  readonly port?: number | undefined
  /** @default 127.0.0.1 */
  readonly host?: string | undefined
}

export interface ProxyServer {
  /** Answers one request; for a server of one's own. Never rejects. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Throws a `FoveaError` where the port is taken. */
  listen(
    options?: ListenOptions,
  ): Promise<{ readonly url: string; readonly host: string; readonly port: number }>
  status(): Status
  /** Takes no more requests, waits for the answers that are still streaming, and ends. */
  close(): Promise<void>
}

export const proxyDefaults: { readonly port: number; readonly host: string } = {
  port: 8787,
  host: '127.0.0.1',
}

export function createProxy(options: ProxyOptions = {}): ProxyServer {
  const settings = resolveProxyOptions(options)
  const upstream = createUpstream(settings.upstreamTimeoutMs)
  const statusLog = createStatusLog(settings.clock)
  const pages = createStatusPages(statusLog)
  const running = new Set<Promise<void>>()
  let isClosing = false

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (pages.answer(incoming, outgoing)) return
    if (isClosing) outgoing.setHeader('connection', 'close')
    await forwardRequest(incoming, outgoing, { settings, upstream, statusLog, isClosing: () => isClosing })
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
    listen: ({ port = proxyDefaults.port, host = proxyDefaults.host } = {}) =>
      listenOn(server, { port, host, flag: '--port' }),
    status: () => statusLog.status(),
    close: async () => {
      isClosing = true
      pages.close()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      await drained(running, settings.drainMs)
      server.closeAllConnections()
      await closed
      upstream.close()
      await settings.preparer.close()
    },
  }
}

async function drained(running: ReadonlySet<Promise<void>>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([Promise.all(running), late])
  clearTimeout(timer)
}
