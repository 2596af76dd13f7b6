/** Forwards one request of a client to its upstream, and the answer back. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { RawRecord } from '../../formats/raw-value.ts'
import type { Usage } from '../../session/session.ts'
import { answerFailure } from './answer-failure.ts'
import { converse } from './converse.ts'
import { dialectOf } from './dialects/index.ts'
import type { PreparedRequest, RequestTask } from './preparation/prepare-request.ts'
import { brokenOff, type ProxyExchange, relay, relayFailure, sendOn } from './proxy-exchange.ts'
import { type Route, routeOf } from './route-of.ts'
import { describeExchange, type Exchange, type StepSummary } from './status/exchange.ts'
import { leftByClient, type StatusLog } from './status/status-log.ts'
import { rememberRefusal } from './tools/hidden-lookups.ts'
import { lookupScope } from './tools/lookup-scope.ts'
import { failedAnswer, isJsonAnswer, isStream } from './transport/answer-body.ts'
import { type AnswerStart, startOfStream, startOfWhole } from './transport/answer-start.ts'
import { type HeaderList, withoutHeaders } from './transport/header-list.ts'
import { parseJson } from './transport/parse-json.ts'
import { readBody } from './transport/read-body.ts'
import { splitTarget, targetOf } from './transport/target-of.ts'
import { isAboutTools, isTooLong, type UpstreamFailure } from './transport/upstream-failure.ts'
import { addUsage } from './usage/usage-of.ts'

interface ForwardContext extends Pick<ProxyExchange, 'settings' | 'upstream' | 'latestRequests'> {
  readonly statusLog: StatusLog
  readonly isClosing: () => boolean
}

/** Never rejects: a failure is answered, or the connection ends as that of the upstream did. */
export async function forwardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  context: ForwardContext,
): Promise<void> {
  const { settings, statusLog, isClosing } = context
  const at = settings.clock()
  const [path] = splitTarget(incoming.url ?? '/')
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  const target = targetOf(settings.upstreams, incoming)
  const { signal } = controller
  const facts = { notes: [] }
  const passage: ProxyExchange = { ...context, incoming, outgoing, target, signal, usages: [], facts }
  const isBroken = (): boolean => passage.facts.notes.includes(brokenOff)
  let isLeft = false
  try {
    await forward(passage, routeOf(incoming.method, path))
  } catch (error) {
    isLeft = signal.aborted && !isBroken()
    if (!isLeft) answerFailure(outgoing, error, target.upstream.host)
    // Requests that are still open upstream no longer have a client.
    controller.abort()
  }
  const exchange: Exchange = {
    at,
    method: incoming.method ?? 'GET',
    path,
    status: isLeft ? leftByClient : isBroken() ? 502 : outgoing.statusCode,
    milliseconds: settings.clock() - at,
    ...passage.facts,
    ...(await usageFact(passage)),
  }
  statusLog.record(exchange)
  settings.log(describeExchange(exchange))
  settings.onExchange(exchange)
  settings.metrics?.exchange(exchange)
  const session = passage.facts.receipt?.session
  // Runs while the client works with its answer, so that its next request does not wait.
  if (exchange.status === 200 && session !== undefined && !isClosing())
    void settings.preparer.prepareNext(session)
}

async function forward(passage: ProxyExchange, route: Route | undefined): Promise<void> {
  const { incoming } = passage
  const isOff = incoming.headers[switchHeader] === 'off'
  if (route !== undefined && !isOff) return forwardConversation(passage, route)
  const answer = await sendOn(passage, { type: 'stream', stream: incoming })
  await relay(passage, answer, isOff ? ['x-fovea', 'off'] : [])
}

async function forwardConversation(passage: ProxyExchange, route: Route): Promise<void> {
  const { incoming, settings, facts } = passage
  const { format, purpose } = route
  const body = await readBody(incoming, settings.maxBodyBytes)
  if (body.type === 'large') {
    facts.notes = ['large-body']
    await relay(passage, await sendOn(passage, body), ['x-fovea', 'unchanged', 'x-fovea-note', 'large-body'])
    return
  }
  const task = {
    route,
    encoding: incoming.headers['content-encoding'],
    tools: settings.tools,
    maxBodyBytes: settings.maxBodyBytes,
  }
  let prepared = await settings.preparer.prepare(body.bytes, task)
  let sent = await sendPrepared(passage, route, body.bytes, prepared)
  let isWithoutTools = false
  // An answer that is only passed on is not read.
  const isOurs = prepared.isEquipped || prepared.lookups.length > 0
  let start: Readable | undefined
  if (isOurs && purpose === 'answer') {
    const failed = (sent.answer.statusCode ?? 502) >= 400 ? await failedAnswer(sent.answer) : undefined
    const started = prepared.lookups.length > 0 ? await startOf(sent.answer) : undefined
    const failure = failed?.failure ?? started?.failure
    const refused = failure === undefined ? undefined : refusalOf(failure, prepared)
    if (refused !== undefined) {
      started?.body.destroy()
      passage.usages.length = 0
      isWithoutTools = refused.tools
      prepared = await settings.preparer.prepare(body.bytes, { ...task, refused })
      sent = await sendPrepared(passage, route, body.bytes, prepared)
    } else if (failed !== undefined) return relayFailure(passage, failed, foveaHeaders(prepared))
    else start = started?.body
  }
  const { answer, bytes, send } = sent
  const extra = foveaHeaders(prepared)
  const { isEquipped, place } = prepared
  const dialect = dialectOf(format)
  if (!isEquipped || dialect === undefined || place === undefined || purpose === 'count') {
    // An answer starts to flow as soon as it arrives: nothing is awaited before it is read.
    const remembering =
      isWithoutTools && answer.statusCode === 200 ? rememberRefusalOf(passage, prepared) : undefined
    await relay(passage, answer, extra, start)
    return remembering
  }
  const said = (): RawRecord => parseJson(bytes.toString()) as RawRecord
  const scope = lookupScope(settings, prepared, format, said)
  return converse({ passage, dialect, body: said, place, ...scope, extra, send }, answer, start)
}

/** `undefined` if the answer is passed on without being read first. */
async function startOf(answer: IncomingMessage): Promise<AnswerStart | undefined> {
  if (answer.statusCode !== 200 || answer.headers['content-encoding'] !== undefined) return undefined
  if (isStream(answer)) return startOfStream(answer)
  return isJsonAnswer(answer) ? startOfWhole(answer) : undefined
}

interface SentRequest {
  readonly answer: IncomingMessage
  readonly bytes: Buffer
  readonly send: (bytes: Buffer) => Promise<IncomingMessage>
}

async function sendPrepared(
  passage: ProxyExchange,
  { format, purpose }: Route,
  given: Buffer,
  prepared: PreparedRequest,
): Promise<SentRequest> {
  const { facts, incoming } = passage
  facts.notes = codesOf(prepared)
  // A count of tokens is not part of a conversation: it costs nothing and saves nothing.
  if (purpose === 'answer') {
    facts.format = format
    if (prepared.receipt !== undefined) facts.receipt = prepared.receipt
    if (prepared.model !== undefined) facts.model = prepared.model
  }
  const { isEquipped } = prepared
  const dropped = [
    ...(prepared.bytes === undefined ? [] : ['content-encoding']),
    ...(isEquipped ? ['accept-encoding'] : []),
  ]
  const headers = [
    ...withoutHeaders(incoming.rawHeaders, name => dropped.includes(name)),
    // The calls in the answer must be readable.
    ...(isEquipped ? ['Accept-Encoding', 'identity'] : []),
  ]
  const bytes = prepared.bytes === undefined ? given : Buffer.from(prepared.bytes.buffer)
  if (purpose === 'answer' && prepared.receipt !== undefined) {
    const { session, action, messages } = prepared.receipt
    passage.latestRequests.keep(session, {
      given,
      encoding: incoming.headers['content-encoding'],
      sent: bytes,
      isSentPlain: prepared.bytes !== undefined,
      epochAt: action === 'epoch' ? messages.given : undefined,
    })
  }
  const send = (whole: Buffer): Promise<IncomingMessage> =>
    sendOn(passage, { type: 'whole', bytes: whole }, headers)
  return { answer: await send(bytes), bytes, send }
}

/** Which additions of ours the provider may have refused the request for. */
function refusalOf(
  failure: UpstreamFailure,
  { lookups, isEquipped }: PreparedRequest,
): RequestTask['refused'] | undefined {
  if (isTooLong(failure)) return lookups.length === 0 ? undefined : { lookups, tools: false }
  return isEquipped && isAboutTools(failure) ? { lookups: [], tools: true } : undefined
}

async function rememberRefusalOf(
  { settings }: ProxyExchange,
  { model, place }: PreparedRequest,
): Promise<void> {
  if (model === undefined || place === undefined) return
  try {
    await rememberRefusal(model, settings.store, place.session)
  } catch {
    // The next request will be refused again.
  }
}

/** Reports the usage of a request to its session; the sum, including lookups, is the cost of the exchange. */
async function usageFact({ usages, facts, settings }: ProxyExchange): Promise<{ readonly usage?: Usage }> {
  const reported = await Promise.all(usages)
  const [first] = reported
  if (first !== undefined && facts.receipt !== undefined)
    settings.preparer.usage(facts.receipt.session, { ...first, step: facts.receipt.step })
  const usage = facts.format === undefined ? undefined : reported.reduce(addUsage, undefined)
  return usage === undefined ? {} : { usage }
}

/** A request header: `x-fovea: off` passes the request through unchanged. */
const switchHeader = 'x-fovea'

/** Headers of the answer that say what was done to the request. */
function foveaHeaders(prepared: PreparedRequest): HeaderList {
  const { receipt, isCompressed } = prepared
  const noteCodes = codesOf(prepared).join(', ')
  return [
    ...['x-fovea', isCompressed ? 'compressed' : 'unchanged'],
    ...(receipt === undefined
      ? []
      : [
          ...['x-fovea-session', headerText(receipt.session)],
          ...['x-fovea-action', receipt.action],
          ...(receipt.action === 'untouched' ? [] : tokenHeaders(receipt)),
        ]),
    ...(noteCodes === '' ? [] : ['x-fovea-note', headerText(noteCodes)]),
  ]
}

/** Each once: a store that is away fails to read and to write. */
function codesOf({ notes }: PreparedRequest): readonly string[] {
  return [...new Set(notes.map(({ code }) => code))]
}

/** A request that was sent unchanged was not counted. */
function tokenHeaders({ tokens }: StepSummary): HeaderList {
  return [
    ...['x-fovea-given-tokens', String(tokens.given)],
    ...['x-fovea-sent-tokens', String(tokens.sent)],
    ...['x-fovea-saved-tokens', String(tokens.saved)],
  ]
}

/** Headers may contain only visible ASCII characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
