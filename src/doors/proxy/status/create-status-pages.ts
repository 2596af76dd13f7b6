/** The proxy's own pages: `/fovea`, `/fovea/status.json`, `/fovea/events`, and each session. Only for this machine. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSessionPage } from '../../../tools/show/create-session-page.ts'
import type { SessionPage } from '../../../tools/show/session-page.ts'
import { readTranscriptFrom } from '../../../transcripts/read-transcript.ts'
import { isSameToken } from '../../http/access-token.ts'
import { isLoopbackAddress } from '../../http/loopback-host.ts'
import { pageHeaders, sendJson, sendPage } from '../../pages/send-page.ts'
import { decoded } from '../transport/content-coding.ts'
import { splitTarget } from '../transport/target-of.ts'
import type { LatestRequest, LatestRequests } from './latest-requests.ts'
import { type LinkOf, statusDocument } from './status-document.ts'
import type { StatusLog } from './status-log.ts'

interface StatusPages {
  /** Returns whether the request was for one of them. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Ends the streams of events. */
  close(): void
}

interface StatusSources {
  readonly log: StatusLog
  readonly requests: LatestRequests
  /** With the key a page shows texts; without it, only numbers. */
  readonly key: string
  readonly maxBodyBytes: number
}

/** Updates are not sent more often than a person can follow. */
const minPause = 400
const heartbeat = 20_000
const maxListeners = 32

export function createStatusPages({ log, requests, key, maxBodyBytes }: StatusSources): StatusPages {
  const streams = new Set<ServerResponse>()

  const stream = (outgoing: ServerResponse): void => {
    if (streams.size >= maxListeners) {
      sendJson(outgoing, 503, { error: 'Too many listeners.' })
      return
    }
    streams.add(outgoing)
    outgoing.writeHead(200, { ...pageHeaders, 'content-type': 'text/event-stream' })
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

  const linkOf: LinkOf = session =>
    requests.get(session) === undefined
      ? undefined
      : `fovea/session?${new URLSearchParams({ id: session, key })}`
  const documentFor = (query: URLSearchParams) =>
    statusDocument(log.status(), isSameToken(query.get('key') ?? '', key) ? linkOf : undefined)

  const session = async (outgoing: ServerResponse, query: URLSearchParams): Promise<void> => {
    const id = query.get('id') ?? ''
    const request = isSameToken(query.get('key') ?? '', key) ? requests.get(id) : undefined
    if (request === undefined) {
      sendJson(outgoing, 404, {
        error:
          'There is no such session here, or the address lacks the key that the proxy printed at its start.',
      })
      return
    }
    try {
      const data = await proxiedSession(id, request, maxBodyBytes)
      sendPage(outgoing, data, `Session ${id} · Fovea`)
    } catch {
      sendJson(outgoing, 500, { error: 'This session cannot be shown: its latest request was not readable.' })
    }
  }

  const pages: Readonly<Record<string, (outgoing: ServerResponse, query: URLSearchParams) => unknown>> = {
    '/fovea': (outgoing, query) => sendPage(outgoing, documentFor(query), 'Proxy · Fovea'),
    '/fovea/page.json': (outgoing, query) => sendJson(outgoing, 200, documentFor(query)),
    '/fovea/status.json': outgoing => sendJson(outgoing, 200, log.status()),
    '/fovea/events': stream,
    '/fovea/session': session,
  }

  return {
    answer: (incoming, outgoing) => {
      const [path, query] = splitTarget(incoming.url ?? '/')
      if (path !== '/fovea' && !path.startsWith('/fovea/')) return false
      const page = pages[path.replace(/\/$/, '')]
      if (!isLoopbackAddress(incoming.socket.remoteAddress))
        sendJson(outgoing, 403, {
          error: 'The status is shown to this machine alone: open it as http://127.0.0.1.',
        })
      else if (page === undefined) sendJson(outgoing, 404, { error: `There is no ${path}.` })
      else if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
        sendJson(outgoing, 405, { error: 'The status can only be read.' })
      else page(outgoing, new URLSearchParams(query))
      return true
    },
    close: () => {
      for (const outgoing of streams) outgoing.end()
    },
  }
}

/** A session of the proxy as the data of a page: its latest request as it came, beside what was sent. */
async function proxiedSession(
  name: string,
  { given, encoding, sent, isSentPlain, epochs }: LatestRequest,
  maxBytes: number,
): Promise<SessionPage> {
  const plain = (bytes: Uint8Array, coding: string | undefined): Promise<Uint8Array> =>
    decoded(Buffer.from(bytes), coding, maxBytes)
  const transcript = await readTranscriptFrom(await plain(given, encoding))
  const view = await readTranscriptFrom(await plain(sent, isSentPlain ? undefined : encoding))
  return createSessionPage(transcript, { name, views: [], sent: view.messages, epochs })
}
