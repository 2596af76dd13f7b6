/** One request from a client to its upstream, and the answer back. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Usage } from '../session/session.ts'
import { answerFailure } from './answer-failure.ts'
import { converse } from './converse.ts'
import { foveaHeaders, switchHeader } from './fovea-headers.ts'
import { type Passage, relay, sendOn } from './passage.ts'
import { prepareRequest } from './prepare-request.ts'
import type { ProxySettings } from './proxy-options.ts'
import { type Route, routeOf } from './route-of.ts'
import { describeExchange } from './status/describe-exchange.ts'
import { type Exchange, summaryOf } from './status/exchange.ts'
import type { StatusLog } from './status/status-log.ts'
import { dialects } from './tools/dialects.ts'
import { restoreLookups } from './tools/hidden-lookups.ts'
import { withoutHeaders } from './transport/header-list.ts'
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
  if (exchange.status === 200 && !isClosing()) await prepareNext(passage)
}

/** While the client works with its answer, its next request is not kept waiting. */
async function prepareNext({ settings, facts }: Passage): Promise<void> {
  try {
    if (facts.receipt !== undefined) await settings.sessions.prepare(facts.receipt.session)
  } catch {
    // The request that needs it will do it.
  }
}

async function forward(passage: Passage, route: Route | undefined): Promise<void> {
  const { incoming } = passage
  const isOff = incoming.headers[switchHeader] === 'off'
  if (route !== undefined && !isOff) return forwardConversation(passage, route)
  const answer = await sendOn(passage, { type: 'stream', stream: incoming })
  await relay(passage, answer, isOff ? ['x-fovea', 'off'] : [])
}

async function forwardConversation(passage: Passage, { format, purpose }: Route): Promise<void> {
  const { incoming, settings, facts } = passage
  const body = await readBody(incoming, settings.maxBodyBytes)
  if (body.type === 'large') {
    facts.notes = ['large-body']
    await relay(passage, await sendOn(passage, body), ['x-fovea', 'unchanged', 'x-fovea-note', 'large-body'])
    return
  }
  const dialect = settings.tools ? dialects[format] : undefined
  let isEquipped = false
  const prepared = await prepareRequest(body.bytes, incoming.headers['content-encoding'], settings, {
    dryRun: purpose === 'count',
    before: given => {
      const equipped = dialect?.withTools(given) ?? given
      isEquipped = equipped !== given
      return equipped
    },
    after: async (compressed, session) => {
      if (dialect === undefined) return compressed
      const restored = await restoreLookups(compressed, dialect, settings.store, session)
      passage.isPadded = restored !== compressed
      return restored
    },
  })
  facts.notes = prepared.notes.map(({ code }) => code)
  // A count is no conversation: it costs nothing and saves nothing.
  if (purpose === 'answer') {
    facts.format = format
    if (prepared.receipt !== undefined) facts.receipt = summaryOf(prepared.receipt)
    if (typeof prepared.body?.model === 'string') facts.model = prepared.body.model
  }
  const dropped = [
    ...(prepared.isChanged ? ['content-encoding'] : []),
    ...(isEquipped ? ['accept-encoding'] : []),
  ]
  const headers = [
    ...withoutHeaders(incoming.rawHeaders, name => dropped.includes(name)),
    // Its calls have to be read.
    ...(isEquipped ? ['Accept-Encoding', 'identity'] : []),
  ]
  const send = (bytes: Buffer): Promise<IncomingMessage> => sendOn(passage, { type: 'whole', bytes }, headers)
  const answer = await send(prepared.bytes)
  const extra = foveaHeaders(prepared)
  if (dialect === undefined || prepared.body === undefined || !isEquipped || purpose === 'count')
    return relay(passage, answer, extra)
  return converse({ passage, dialect, body: prepared.body, extra, send }, answer)
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
  if (first !== undefined && facts.receipt !== undefined && !isPadded) {
    try {
      settings.sessions.usage(facts.receipt.session, first)
    } catch {
      // The estimate of tokens stays as it was.
    }
  }
  const usage = facts.format === undefined ? undefined : reported.reduce(addUsage, undefined)
  return usage === undefined ? {} : { usage }
}
