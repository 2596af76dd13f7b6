/** Serves a session as a page that follows its file, to anyone who has the address. */
import { type FSWatcher, watch } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { optionError } from '../../../errors.ts'
import { strategyNames } from '../../../strategies/index.ts'
import {
  createSessionPage,
  readSessionMessages,
  type SessionPageOptions,
  sessionView,
} from '../../../tools/show/create-session-page.ts'
import type { SessionPage } from '../../../tools/show/session-page.ts'
import type { Transcript } from '../../../transcripts/transcript.ts'
import { isSameToken, newToken } from '../../http/access-token.ts'
import { closeServer, listenOn } from '../../http/listen-on.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../http/loopback-host.ts'
import { pageHeaders, sendJson, sendPage } from '../../pages/send-page.ts'
import { parseBudget } from '../compress-command.ts'
import { describeError } from '../describe-error.ts'

export interface ServedSession {
  /** Contains the token that opens it. */
  readonly url: string
  close(): Promise<void>
}

interface ServeOptions {
  readonly file: string
  readonly port: number
  /** Reads the current content of the file. */
  readonly read: () => Promise<Transcript>
  readonly page: SessionPageOptions
}

/** Minimum milliseconds between two readings of a file that is being written; longer if reading takes long. */
const minPause = 500

export async function serveSession({ file, port, read, page }: ServeOptions): Promise<ServedSession> {
  const token = newToken()
  const streams = new Set<ServerResponse>()
  let transcript = await read()
  let data = await made()

  async function made(): Promise<SessionPage> {
    const made = await createSessionPage(transcript, page)
    return { ...made, served: { strategies: strategyNames() } }
  }

  /** Only one reading at a time; whatever is written meanwhile is read by the next one. */
  let waiting: NodeJS.Timeout | undefined
  let isReading = false
  let isStale = false
  let pause = minPause
  const readAgain = async (): Promise<void> => {
    isReading = true
    isStale = false
    const began = performance.now()
    try {
      const next = await read()
      if (next.messages.length !== transcript.messages.length) {
        transcript = next
        data = await made()
        for (const stream of streams) stream.write(`event: session\ndata: ${data.messages.length}\n\n`)
      }
    } catch {
      // An incomplete last line is read when it is complete.
    }
    pause = Math.max(minPause, 2 * (performance.now() - began))
    isReading = false
    if (isStale) onChange()
  }
  const onChange = (): void => {
    isStale = true
    if (isReading) return
    waiting ??= setTimeout(() => {
      waiting = undefined
      void readAgain()
    }, pause)
  }
  const watcher = watchFile(file, onChange)

  const view = async (outgoing: ServerResponse, query: URLSearchParams): Promise<void> => {
    try {
      const [strategy, budget] = [query.get('strategy') ?? '', query.get('budget') ?? '']
      if (!strategyNames().includes(strategy))
        throw optionError(`There is no strategy ${JSON.stringify(strategy.slice(0, 40))}.`)
      const wanted = { strategy, ...(budget === '' ? {} : { budget: parseBudget(budget) }) }
      sendJson(outgoing, 200, await sessionView(readSessionMessages(transcript, page), wanted, page))
    } catch (error) {
      sendJson(outgoing, 400, { error: describeError(error) })
    }
  }
  const pages: Readonly<Record<string, (outgoing: ServerResponse, query: URLSearchParams) => unknown>> = {
    '/': outgoing => sendPage(outgoing, data, `${page.name} · Fovea`),
    '/data.json': outgoing => sendJson(outgoing, 200, data),
    '/view.json': view,
    '/events': outgoing => {
      streams.add(outgoing)
      outgoing.writeHead(200, { ...pageHeaders, 'content-type': 'text/event-stream' })
      outgoing.write(': here\n\n')
      outgoing.once('close', () => streams.delete(outgoing))
    },
  }
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { searchParams: query, pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    const open = pages[pathname]
    const isHere = isLoopbackAddress(incoming.socket.remoteAddress) && isLoopbackHost(incoming.headers.host)
    if (!isHere || !isSameToken(query.get('token') ?? '', token))
      sendJson(outgoing, 403, { error: 'Open the address that "fovea show --serve" printed.' })
    else if (open === undefined) sendJson(outgoing, 404, { error: `There is no ${pathname}.` })
    else if (incoming.method !== 'GET') sendJson(outgoing, 405, { error: 'A session can only be read.' })
    else open(outgoing, query)
  }
  const server = createServer(answer)
  const { url } = await listenOn(server, { port, host: '127.0.0.1', flag: '--port' })
  return {
    url: `${url}/?token=${token}`,
    close: async () => {
      watcher.close()
      clearTimeout(waiting)
      for (const stream of streams) stream.end()
      await closeServer(server)
    },
  }
}

function watchFile(file: string, onChange: () => void): FSWatcher {
  const watcher = watch(file, onChange)
  // A file that is removed is no longer followed; the page stays.
  watcher.on('error', () => watcher.close())
  return watcher
}
