/** One request from a client to its upstream, and the answer back. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RawRecord } from '../formats/raw-value.ts'
import type { Usage } from '../session/session.ts'
import { answerFailure } from './answer-failure.ts'
import { converse } from './converse.ts'
import { foveaHeaders, switchHeader } from './fovea-headers.ts'
import { type Passage, relay, sendOn } from './passage.ts'
import type { ProxySettings } from './proxy-options.ts'
import { type Route, routeOf } from './route-of.ts'
import { describeExchange } from './status/describe-exchange.ts'
import type { Exchange } from './status/exchange.ts'
import type { StatusLog } from './status/status-log.ts'
import { dialects } from './tools/dialects.ts'
import { lookupScope } from './tools/lookup-scope.ts'
import { withoutHeaders } from './transport/header-list.ts'
import { parseJson } from './transport/json-text.ts'
import { readBody } from './transport/read-body.ts'
import { splitTarget, targetOf } from './transport/target-of.ts'
import type { Upstream } from './transport/upstream.ts'
import { addUsage } from './usage/usage-of.ts'

export interface ForwardContext {
  readonly settings: ProxySettings
  readonly upstream: Upstream
  readonly statusLog: StatusLog
  readonly isClosing: () => boolean
}

/** Never rejects: a failure is answered, or the connection ends as that of the upstream did. */
export async function forwardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { settings, upstream, statusLog, isClosing }: ForwardContext,
): Promise<void> {
  const at = settings.clock()
  const [path] = splitTarget(incoming.url ?? '/')
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  const target = targetOf(settings, incoming)
  const { signal } = controller
  const passage: Passage = {
    settings,
    upstream,
    incoming,
    outgoing,
    target,
    signal,
    isPadded: false,
    usages: [],
    facts: { notes: [] },
  }
  let isLeft = false
  try {
    await forward(passage, routeOf(incoming.method, path))
  } catch (error) {
    isLeft = signal.aborted
    if (!isLeft) answerFailure(outgoing, error, target.upstream.host)
    // Whatever is still open upstream has nobody to answer any more.
    controller.abort()
  }
  const exchange: Exchange = {
    at,
    method: incoming.method ?? 'GET',
    path,
    // As servers log a client that did not wait for its answer.
    status: isLeft ? 499 : outgoing.statusCode,
    milliseconds: settings.clock() - at,
    ...passage.facts,
    ...(await usageFact(passage)),
  }
  statusLog.record(exchange)
  settings.log(describeExchange(exchange))
  const session = passage.facts.receipt?.session
  // While the client works with its answer, its next request is not kept waiting.
  if (exchange.status === 200 && session !== undefined && !isClosing())
    void settings.preparer.prepareNext(session)
}

async function forward(passage: Passage, route: Route | undefined): Promise<void> {
  const { incoming } = passage
  const isOff = incoming.headers[switchHeader] === 'off'
  if (route !== undefined && !isOff) return forwardConversation(passage, route)
  const answer = await sendOn(passage, { type: 'stream', stream: incoming })
  await relay(passage, answer, isOff ? ['x-fovea', 'off'] : [])
}

async function forwardConversation(passage: Passage, route: Route): Promise<void> {
  const { incoming, settings, facts } = passage
  const { format, purpose } = route
  const body = await readBody(incoming, settings.maxBodyBytes)
  if (body.type === 'large') {
    facts.notes = ['large-body']
    await relay(passage, await sendOn(passage, body), ['x-fovea', 'unchanged', 'x-fovea-note', 'large-body'])
    return
  }
  const prepared = await settings.preparer.prepare(body.bytes, {
    route,
    encoding: incoming.headers['content-encoding'],
    tools: settings.tools,
    maxBodyBytes: settings.maxBodyBytes,
  })
  const { isEquipped } = prepared
  passage.isPadded = prepared.isPadded
  facts.notes = prepared.notes.map(({ code }) => code)
  // A count is no conversation: it costs nothing and saves nothing.
  if (purpose === 'answer') {
    facts.format = format
    if (prepared.receipt !== undefined) facts.receipt = prepared.receipt
    if (prepared.model !== undefined) facts.model = prepared.model
  }
  const bytes = prepared.bytes === undefined ? body.bytes : Buffer.from(prepared.bytes.buffer)
  const dropped = [
    ...(prepared.bytes === undefined ? [] : ['content-encoding']),
    ...(isEquipped ? ['accept-encoding'] : []),
  ]
  const headers = [
    ...withoutHeaders(incoming.rawHeaders, name => dropped.includes(name)),
    // Its calls have to be read.
    ...(isEquipped ? ['Accept-Encoding', 'identity'] : []),
  ]
  const send = (whole: Buffer): Promise<IncomingMessage> =>
    sendOn(passage, { type: 'whole', bytes: whole }, headers)
  const answer = await send(bytes)
  const extra = foveaHeaders(prepared)
  if (!isEquipped || purpose === 'count') return relay(passage, answer, extra)
  const sent = (): RawRecord => parseJson(bytes.toString()) as RawRecord
  const scope = lookupScope(settings, prepared, format, sent)
  return converse({ passage, dialect: dialects[format], body: sent, ...scope, extra, send }, answer)
}

/** Tells the session what its request cost; the sum, with the lookups, is what the exchange cost. */
async function usageFact({
  usages,
  facts,
  settings,
  isPadded,
}: Passage): Promise<{ readonly usage?: Usage }> {
  const reported = await Promise.all(usages)
  const [first] = reported
  if (first !== undefined && facts.receipt !== undefined && !isPadded)
    settings.preparer.usage(facts.receipt.session, { ...first, step: facts.receipt.step })
  const usage = facts.format === undefined ? undefined : reported.reduce(addUsage, undefined)
  return usage === undefined ? {} : { usage }
}
