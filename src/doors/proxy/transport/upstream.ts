/** Sends requests to an upstream, on connections that are reused. */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import type { HeaderList } from './header-list.ts'
import type { RequestBody } from './read-body.ts'
import type { UpstreamTarget } from './target-of.ts'

export interface UpstreamRequest {
  readonly target: UpstreamTarget
  readonly method: string
  readonly headers: HeaderList
  readonly body: RequestBody | { readonly type: 'stream'; readonly stream: IncomingMessage }
  /** Aborts the request, and its answer if that has begun. */
  readonly signal: AbortSignal
}

export interface Upstream {
  /** Resolves with the answer as soon as its headers have arrived. */
  send(request: UpstreamRequest): Promise<IncomingMessage>
  close(): void
}

export class UpstreamTimeout extends Error {}

export function createUpstream(timeoutMs: number): Upstream {
  const http = new HttpAgent({ keepAlive: true })
  const https = new HttpsAgent({ keepAlive: true })

  const attempt = (sent: UpstreamRequest, isAgain: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { target, method, body, signal } = sent
      const isSecure = target.upstream.protocol === 'https:'
      const options: RequestOptions = {
        ...urlToHttpOptions(target.upstream),
        path: target.path,
        method,
        headers: ['Host', target.upstream.host, ...sent.headers],
        // Other reused connections may be closed as well: a second attempt opens a new one.
        agent: isAgain ? false : isSecure ? https : http,
        signal,
      }
      const request = isSecure ? httpsRequest(options) : httpRequest(options)
      request.on('response', resolve)
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The upstream closed a reused connection while the request was on its way: it was not read.
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        if (isStale && !isAgain && body.type === 'whole' && !signal.aborted) resolve(attempt(sent, true))
        else reject(error)
      })
      request.setTimeout(timeoutMs, () =>
        request.destroy(new UpstreamTimeout(`no word for ${Math.round(timeoutMs / 1000)} seconds`)),
      )
      if (body.type === 'whole') request.end(body.bytes)
      else if (body.type === 'stream') pipeline(body.stream, request, () => {})
      else {
        request.write(body.start)
        pipeline(body.rest, request, () => {})
      }
    })

  return {
    send: request => attempt(request, false),
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}
