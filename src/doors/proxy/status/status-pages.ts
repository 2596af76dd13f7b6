/** The proxy's own pages: `/fovea`, `/fovea/status.json`, `/fovea/events`. For this machine alone. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopbackAddress } from '../../http/loopback-host.ts'
import { sendJson } from '../answer-failure.ts'
import { splitTarget } from '../transport/target-of.ts'
import { contentPolicy } from './status-assets.ts'
import type { StatusLog } from './status-log.ts'
import { statusPage, statusView } from './status-page.ts'

export interface StatusPages {
  /** Whether the request was for one of them. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Ends the streams of events. */
  close(): void
}

/** Not more often than eyes follow. */
const minPause = 400
const heartbeat = 20_000
const maxListeners = 32

export function createStatusPages(log: StatusLog): StatusPages {
  const streams = new Set<ServerResponse>()

  const stream = (outgoing: ServerResponse): void => {
    if (streams.size >= maxListeners) {
      sendJson(outgoing, 503, { error: 'Too many listeners.' })
      return
    }
    streams.add(outgoing)
    outgoing.writeHead(200, { ...commonHeaders, 'content-type': 'text/event-stream' })
    const send = (): void => {
      outgoing.write(`event: status\ndata: ${JSON.stringify(log.status())}\n\n`)
    }
    let waiting: NodeJS.Timeout | undefined
    const leave = log.listen(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        send()
      }, minPause)
    })
    const beat = setInterval(() => outgoing.write(': still here\n\n'), heartbeat)
    outgoing.once('close', () => {
      leave()
      clearTimeout(waiting)
      clearInterval(beat)
      streams.delete(outgoing)
    })
    send()
  }

  const pages: Readonly<Record<string, (outgoing: ServerResponse) => void>> = {
    '/fovea': outgoing => sendHtml(outgoing, statusPage(log.status())),
    '/fovea/view': outgoing => sendHtml(outgoing, statusView(log.status())),
    '/fovea/status.json': outgoing => sendJson(outgoing, 200, log.status()),
    '/fovea/events': stream,
  }

  return {
    answer: (incoming, outgoing) => {
      const [path] = splitTarget(incoming.url ?? '/')
      if (path !== '/fovea' && !path.startsWith('/fovea/')) return false
      const page = pages[path.replace(/\/$/, '')]
      if (!isLoopbackAddress(incoming.socket.remoteAddress))
        sendJson(outgoing, 403, {
          error: 'The status is shown to this machine alone: open it as http://127.0.0.1.',
        })
      else if (page === undefined) sendJson(outgoing, 404, { error: `There is no ${path}.` })
      else if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
        sendJson(outgoing, 405, { error: 'The status can only be read.' })
      else page(outgoing)
      return true
    },
    close: () => {
      for (const outgoing of streams) outgoing.end()
    },
  }
}

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

function sendHtml(outgoing: ServerResponse, html: string): void {
  outgoing.writeHead(200, {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy,
  })
  outgoing.end(html)
}
