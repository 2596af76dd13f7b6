/** All sessions through one `fovea proxy`: every request is checked at the client and at the provider. */
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Store } from '../../src/store/store.ts'
import { warmCache } from '../../src/tools/evaluate/cache-cost.ts'
import { uncompress } from '../../src/uncompress.ts'
import { answerOf, joinedAnswer, readAnswer, spoken } from './provider-answers.ts'
import type { Fields, ReplaySession, ReplayTurn } from './replay-session.ts'
import { givenText, type SentRequest } from './sent-request.ts'
import {
  attemptHeader,
  type ReplayedConversation,
  type ReplayProvider,
  sessionHeader,
  tooLongPrefix,
} from './strict-provider.ts'

/** What can be wrong with a request. */
export const faults = [
  'refused',
  'too long',
  'prefix changed',
  'instructions missing',
  'roles joined',
  'tokens misreported',
  'handle lost',
  'not restored',
  'answer changed',
  'not compressed',
] as const

export type Fault = (typeof faults)[number]

export interface Finding {
  readonly session: string
  readonly turn: number
  readonly fault: Fault
  readonly detail: string
}

export interface ReplayCounts {
  sessions: number
  /** Of the client. */
  requests: number
  /** That reached the provider, those after lookups included. */
  sent: number
  lookups: number
  epochs: number
  handles: number
  givenTokens: number
  sentTokens: number
  /** In tokens, as a provider with a prompt cache bills them. */
  cost: number
  /** Requests of the client that were sent again because their connection broke. */
  repeated: number
  /** Requests that went on from memory, because the store did not answer in time. */
  withoutStore: number
  /** Refused for their length, where what may not be touched is longer than the window. */
  impossible: number
  /** The largest difference between what was reported and what was counted, as a share. */
  worstCount: number
}

export interface ReplayReport extends ReplayCounts {
  readonly findings: readonly Finding[]
}

export interface ReplayRun {
  /** Asked for every request: a balancer may name another one each time. */
  proxyUrl(): string
  readonly provider: ReplayProvider
  readonly window: number
  /** The client works so long between two requests. */
  readonly pauseMs: number
  /** What the proxy writes its originals to. */
  readonly store: Store
  /** Sessions side by side. */
  readonly lanes: number
  /** How often a request whose connection broke is sent again. @default 0 */
  readonly maxRepeats?: number
  /** Whether all answers are streamed. @default every other session */
  readonly isStreamed?: boolean
}

/** Of what the provider counted, so much may be missing in what is reported. */
const tolerance = 0.01

const paths = {
  anthropic: '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
} as const

export async function replayAll(
  sessions: AsyncIterable<ReplaySession>,
  run: ReplayRun,
): Promise<ReplayReport> {
  const counts: ReplayCounts = {
    sessions: 0,
    requests: 0,
    sent: 0,
    lookups: 0,
    epochs: 0,
    handles: 0,
    givenTokens: 0,
    sentTokens: 0,
    cost: 0,
    repeated: 0,
    withoutStore: 0,
    impossible: 0,
    worstCount: 0,
  }
  const findings: Finding[] = []
  const iterator = sessions[Symbol.asyncIterator]()
  const lane = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await iterator.next()
      if (done === true) return
      await replayOne({ session: value, run, counts, findings })
    }
  }
  await Promise.all(Array.from({ length: run.lanes }, lane))
  return { ...counts, findings }
}

interface Replaying {
  readonly session: ReplaySession
  readonly run: ReplayRun
  readonly counts: ReplayCounts
  readonly findings: Finding[]
}

type Report = (fault: Fault, detail: string) => void

async function replayOne(replaying: Replaying): Promise<void> {
  const { session, run, counts, findings } = replaying
  const { format, beside, turns, number, name } = session
  const conversation = run.provider.open(session)
  const key = format === 'openai-responses' ? 'input' : 'messages'
  // Half of the sessions are streamed, as agents do; the others are answered in one piece.
  const isStreamed = run.isStreamed ?? number % 2 === 0
  const history: Fields[] = []
  let given: readonly Fields[] = []
  let lastSent: readonly unknown[] = []
  for (const turn of turns) for (const block of answerOf(turn, format)) conversation.inspector.sign(block)

  for (const [at, turn] of turns.entries()) {
    const report: Report = (fault, detail) => void findings.push({ session: name, turn: at, fault, detail })
    history.push(...turn.asked)
    given = [...history]
    const messages = format === 'anthropic' ? marked(given) : given
    const rest = { ...beside, ...(isStreamed ? { stream: true } : {}) }
    const body = { ...rest, [key]: messages }
    conversation.asking = { turn: at, given: body }
    const unanswered: SentRequest[] = []
    const { response, text } = await exchange(replaying, conversation, unanswered, {
      path: paths[format],
      body: `${JSON.stringify(rest).slice(0, -1)},"${key}":[${messages.map(jsonOf).join(',')}]}`,
    })
    judgeUnanswered(unanswered, conversation.sent[0], counts, report)
    judgeReported(conversation, response.headers, counts, report)
    const floor = floorOf(session, conversation, at, key)
    judgeSent(conversation, response.headers, { run, counts, report, floor })
    const answer = judgeAnswer({ conversation, session, turn, isStreamed, response, text, report })
    history.push(...spoken(answer, format))
    lastSent = conversation.sent.at(-1)?.messages ?? lastSent
    await setTimeout(run.pauseMs)
  }
  await judgeStored(replaying, conversation, given, lastSent)
  counts.sessions += 1
  counts.lookups += conversation.lookups
  run.provider.finish(session)
}

interface Exchange {
  readonly path: string
  readonly body: string
}

interface Exchanged {
  readonly response: Response
  readonly text: string
}

/** Sent again where its connection breaks, as clients do; what the provider saw of such a request is `unanswered`. */
async function exchange(
  { session, run, counts }: Replaying,
  conversation: ReplayedConversation,
  unanswered: SentRequest[],
  { path, body }: Exchange,
): Promise<Exchanged> {
  for (let attempt = 0; ; attempt += 1) {
    conversation.attempt += 1
    conversation.sent = []
    conversation.seen = []
    const headers = {
      'content-type': 'application/json',
      [sessionHeader]: String(session.number),
      [attemptHeader]: String(conversation.attempt),
    }
    const isLast = attempt >= (run.maxRepeats ?? 0)
    try {
      const response = await fetch(`${run.proxyUrl()}${path}`, { method: 'POST', headers, body })
      // A connection that ends within an answer is an answer that is not complete.
      const text = await response
        .text()
        .catch((error: Error) => (isLast ? `broken off: ${String(error.cause ?? error)}` : undefined))
      if (text !== undefined) return { response, text }
    } catch (error) {
      if (isLast) throw error
    }
    counts.repeated += 1
    unanswered.push(...conversation.sent)
    await setTimeout(Math.min(1000, 50 * 2 ** attempt))
  }
}

/**
 * Requests of a proxy that was killed before the client saw the end of the answer. A changed prefix was an epoch where
 * whoever went on sent it as well.
 */
function judgeUnanswered(
  unanswered: readonly SentRequest[],
  answered: SentRequest | undefined,
  counts: ReplayCounts,
  report: Report,
): void {
  for (const [index, request] of unanswered.entries()) {
    const next = unanswered[index + 1] ?? answered
    counts.sent += 1
    counts.sentTokens += request.tokens
    counts.cost += costOf(request)
    if (request.problems[0] !== undefined) report('refused', `of a killed proxy: ${request.problems[0]}`)
    if (request.changedAt === undefined) continue
    if (next !== undefined && next.changedAt === undefined) counts.epochs += 1
    else report('prefix changed', `of a killed proxy: message ${request.changedAt}, and not again`)
  }
}

function costOf({ tokens, cachedTokens }: SentRequest): number {
  return cachedTokens * warmCache.read + (tokens - cachedTokens) * warmCache.write
}

/** Messages that were sent before are not written again. */
function jsonOf(message: Fields): string {
  return 'content' in message && hasMark(message) ? JSON.stringify(message) : givenText(message)
}

function hasMark({ content }: Fields): boolean {
  return Array.isArray(content) && 'cache_control' in ((content.at(-1) as Fields | undefined) ?? {})
}

/** Claude Code marks its newest message for the cache, and moves the mark with each request. */
function marked(messages: readonly Fields[]): readonly Fields[] {
  const last = messages.at(-1)
  if (!Array.isArray(last?.content)) return messages
  const blocks = last.content as readonly Fields[]
  const content = blocks.with(-1, { ...blocks.at(-1), cache_control: { type: 'ephemeral' } })
  return messages.with(-1, { ...last, content })
}

/** What the headers say against what reached the provider. */
function judgeReported(
  { sent, inspector, asking }: ReplayedConversation,
  headers: Headers,
  counts: ReplayCounts,
  report: Report,
): void {
  counts.requests += 1
  counts.sent += sent.length
  for (const request of sent) counts.cost += costOf(request)
  if (headers.get('x-fovea-action') === 'epoch') counts.epochs += 1
  const note = headers.get('x-fovea-note') ?? ''
  if (note.includes('store-')) counts.withoutStore += 1
  if (/compression|unreadable/.test(note) || headers.get('x-fovea-action') === 'untouched')
    report('not compressed', note)
  const reported = headers.get('x-fovea-sent-tokens')
  const counted = sent[0]?.tokens
  counts.givenTokens += inspector.tokensOf(asking.given)
  if (counted === undefined) return
  counts.sentTokens += counted
  // A request that is not compressed is not counted.
  if (reported === null) return
  const difference = Math.abs(Number(reported) - counted) / counted
  counts.worstCount = Math.max(counts.worstCount, difference)
  if (difference > tolerance) report('tokens misreported', `${reported} reported, ${counted} sent`)
}

interface Judging {
  readonly run: ReplayRun
  readonly counts: ReplayCounts
  readonly report: Report
  /** Tokens that no compression may touch. */
  readonly floor: number
}

function judgeSent(
  { sent }: ReplayedConversation,
  headers: Headers,
  { run, counts, report, floor }: Judging,
): void {
  const action = headers.get('x-fovea-action')
  const how = [action, headers.get('x-fovea-note')].filter(each => each !== null).join(', ')
  for (const [round, request] of sent.entries()) {
    const { problems, changedAt, isBesideChanged, missing, joined } = request
    const [problem] = problems
    const where = `request ${round + 1} of ${sent.length}`
    if (problem?.startsWith(tooLongPrefix)) {
      if (floor > run.window) counts.impossible += 1
      else report('too long', `${where}: ${problem}`)
    } else if (problem !== undefined) report('refused', `${where}: ${problem} (${problems.length} in all)`)
    const mayChange = round === 0 && action === 'epoch'
    if (!mayChange && changedAt !== undefined)
      report('prefix changed', `${where}, ${how}: message ${changedAt} of ${request.messages.length}`)
    if (!mayChange && isBesideChanged) report('prefix changed', `${where}, ${how}: system, model or tools`)
    if (missing.length > 0)
      report('instructions missing', `${where}: ${missing.length}, such as ${missing[0]}`)
    if (joined.length > 0)
      report('roles joined', `${where}: message ${joined[0]} of ${request.messages.length}`)
  }
}

/** System, tools, instructions, and the newest step with its answers. */
function floorOf(
  { beside, turns }: ReplaySession,
  { inspector }: ReplayedConversation,
  at: number,
  key: string,
): number {
  const before = turns[at - 1]?.answered ?? []
  const messages = [...(turns[0]?.asked ?? []), ...before, ...(at === 0 ? [] : (turns[at]?.asked ?? []))]
  return inspector.tokensOf({ ...beside, [key]: messages })
}

interface Answered {
  readonly conversation: ReplayedConversation
  readonly session: ReplaySession
  readonly turn: ReplayTurn
  readonly isStreamed: boolean
  readonly response: Response
  readonly text: string
  readonly report: Report
}

/** The answer that goes into the history: as it was received, or as it was recorded where there is none. */
function judgeAnswer({
  conversation,
  session,
  turn,
  isStreamed,
  response,
  text,
  report,
}: Answered): readonly Fields[] {
  const { format } = session
  const recorded = answerOf(turn, format)
  if (response.status !== 200) {
    if (conversation.sent.every(({ problems }) => problems.length === 0))
      report('refused', `the proxy answered ${response.status}: ${text.slice(0, 200)}`)
    return recorded
  }
  // A turn that was refused after a lookup has no answer to read.
  if (conversation.sent.some(({ problems }) => problems.length > 0)) return recorded
  try {
    const answer = readAnswer(format, text, isStreamed)
    if (!isDeepStrictEqual(answer, joinedAnswer(format, conversation.seen)))
      report('answer changed', JSON.stringify(answer).slice(0, 300))
    return answer
  } catch (error) {
    report('answer changed', `${String(error)}: ${text.slice(0, 200)}`)
    return recorded
  }
}

/** Every handle that was shown leads to its original, and the last request to all that was given. */
async function judgeStored(
  { session, run, counts, findings }: Replaying,
  { inspector, lookups }: ReplayedConversation,
  given: readonly Fields[],
  lastSent: readonly unknown[],
): Promise<void> {
  const turn = session.turns.length
  const report: Report = (fault, detail) => void findings.push({ session: session.name, turn, fault, detail })
  for (const handle of inspector.handles) {
    counts.handles += 1
    try {
      await run.store.get(handle)
    } catch (error) {
      report('handle lost', `${handle}: ${String(error)}`)
    }
  }
  // Lookups are in the request besides what the client gave.
  if (lookups > 0) return
  const back = await uncompress(lastSent as unknown[], run.store, { format: session.format })
  const wanted = session.format === 'anthropic' ? marked(given) : given
  if (!isDeepStrictEqual(back.messages, wanted))
    report(
      'not restored',
      `${back.messages.length} of ${wanted.length} messages, ${back.missing.length} missing`,
    )
}
