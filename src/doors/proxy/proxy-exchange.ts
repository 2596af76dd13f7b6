/** One request on its way through the proxy: the client, the target, and the facts collected about it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Usage } from '../../session/session.ts'
import { isCorsHeader } from './guard/cors-headers.ts'
import { tokenHeader } from './guard/judge-request.ts'
import type { ProxySettings } from './proxy-options.ts'
import type { Exchange } from './status/exchange.ts'
import type { LatestRequests } from './status/latest-requests.ts'
import type { FailedAnswer } from './transport/answer-body.ts'
import { endToEnd, type HeaderList, headerOf, withoutHeaders } from './transport/header-list.ts'
import type { UpstreamTarget } from './transport/target-of.ts'
import type { Upstream, UpstreamRequest } from './transport/upstream.ts'
import { watchUsage } from './usage/watch-usage.ts'

export interface ProxyExchange {
  readonly settings: ProxySettings
  readonly upstream: Upstream
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly target: UpstreamTarget
  /** Aborted when the client has left. */
  readonly signal: AbortSignal
  /** The usage that each answer reported, in the order of the requests. */
  readonly usages: Promise<Usage | undefined>[]
  readonly facts: Facts
  readonly latestRequests: LatestRequests
}

type Facts = { -readonly [Key in 'format' | 'model' | 'receipt' | 'lookups']?: Exchange[Key] } & {
  notes: readonly string[]
}

/** Headers for the proxy itself. The origin is checked here: for the upstream, the client is this proxy and not a page. */
const keptHere = ['host', 'expect', 'origin', 'x-fovea', tokenHeader]

/** `headers`: those of the client by default. */
export async function sendOn(
  passage: ProxyExchange,
  body: UpstreamRequest['body'],
  headers: HeaderList = passage.incoming.rawHeaders,
): Promise<IncomingMessage> {
  const { incoming, target, signal, upstream, facts } = passage
  const isChunked = body.type !== 'whole' && headerOf(headers, 'transfer-encoding') !== undefined
  const length = body.type === 'whole' ? [String(body.bytes.length)] : []
  const answer = await upstream.send({
    target,
    method: incoming.method ?? 'GET',
    headers: [
      ...endToEnd(headers, ...keptHere, ...(length.length > 0 ? ['content-length'] : [])),
      ...length.flatMap(value => ['Content-Length', value]),
      ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
    ],
    body,
    signal,
  })
  passage.usages.push(watchUsage(answer))
  answer.once('error', () => {
    if (!signal.aborted) facts.notes = [...facts.notes, brokenOff]
  })
  return answer
}

/** The note about an answer that the upstream did not finish. */
export const brokenOff = 'upstream-broke-off'

/** Writes the status and headers of an answer, followed by ours, immediately, so that the client need not wait for a body. */
export function writeHead(
  { outgoing }: ProxyExchange,
  { statusCode = 502, statusMessage, rawHeaders }: IncomingMessage,
  extra: HeaderList,
  ...dropped: readonly string[]
): void {
  const kept = withoutHeaders(
    endToEnd(rawHeaders, ...dropped),
    // The upstream does not decide which pages may read an answer. It may be such a proxy too: our headers replace its own.
    name => isCorsHeader(name) || (extra.length > 0 && name.startsWith('x-fovea')),
  )
  const vary = outgoing.hasHeader('vary') ? ['Vary', String(outgoing.getHeader('vary'))] : []
  outgoing.writeHead(statusCode, statusMessage, [...kept, ...extra, ...vary])
  outgoing.flushHeaders()
}

/** Passes on an error that was read, unchanged. */
export async function relayFailure(
  passage: ProxyExchange,
  { head, bytes }: FailedAnswer,
  extra: HeaderList,
): Promise<void> {
  writeHead(passage, head, extra)
  passage.outgoing.end(bytes)
  await finished(passage.outgoing)
}

/** Passes the answer on byte for byte, as fast as the client takes it. `body`: if its beginning was already read. */
export async function relay(
  passage: ProxyExchange,
  answer: IncomingMessage,
  extra: HeaderList,
  body: Readable = answer,
): Promise<void> {
  writeHead(passage, answer, extra)
  await pipeline(body, passage.outgoing)
}
