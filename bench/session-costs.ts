/** What sessions cost under each price set and policy, and how much of what the agent needed next each one showed. */
import { formatNamed } from '../src/formats/index.ts'
import type { SessionOptions } from '../src/session/session.ts'
import { countersFor } from '../src/tokens/counters.ts'
import {
  type CacheBill,
  type CachePrices,
  type CacheRequest,
  cacheBill,
  tokensSent,
} from '../src/tools/evaluate/cache-cost.ts'
import {
  maskingPolicy,
  type ReplayPolicy,
  replay,
  sentMessages,
  windowPolicy,
} from '../src/tools/evaluate/evaluate-cache-cost.ts'
import { type History, prepareHistory } from '../src/tools/evaluate/history.ts'
import { type FutureUse, futureUse } from '../src/tools/evaluate/needs.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { type Look, looksOf } from './session-looks.ts'
import { replaySession } from './session-replay.ts'

/** Published multiples of the price of an input token, as of 2026-11; sources in `docs/sessions.md`. */
export const priceSets: readonly CachePrices[] = [
  { name: 'read 0.1, write 1.25, warm', read: 0.1, write: 1.25, uncached: 1 },
  { name: 'Anthropic, 5 minutes', read: 0.1, write: 1.25, uncached: 1, minTokens: 1024, ttlSeconds: 300 },
  { name: 'Anthropic, 1 hour', read: 0.1, write: 2, uncached: 1, minTokens: 1024, ttlSeconds: 3600 },
  { name: 'OpenAI, GPT-5', read: 0.1, write: 1, uncached: 1, minTokens: 1024, ttlSeconds: 600 },
  { name: 'OpenAI, GPT-4o', read: 0.5, write: 1, uncached: 1, minTokens: 1024, ttlSeconds: 600 },
  { name: 'Gemini, implicit', read: 0.1, write: 1, uncached: 1, minTokens: 4096 },
]

const none: ReplayPolicy = {
  name: 'none',
  describe: 'every message is sent as it is',
  rewrite: messages => messages,
}

const others: readonly ReplayPolicy[] = [
  none,
  windowPolicy('window, every turn', 60_000, 60_000),
  windowPolicy('window, cut back when full', 60_000, 30_000),
  maskingPolicy('masking, every turn', 40_000, 0),
  maskingPolicy('masking, in steps', 40_000, 20_000),
]

export const ourPolicy = 'fovea session'

export interface PolicyResult {
  readonly policy: string
  readonly prices: string
  /** Against none. */
  readonly cost: number
  readonly cachedShare: number
  readonly breaks: number
  readonly averageTokens: number
  readonly needs: number
  readonly visible: number
  readonly deepNeeds: number
  readonly deepVisible: number
}

export interface PreparedSession {
  readonly history: History
  readonly seconds: (message: number) => number | undefined
  readonly steps: readonly number[]
  readonly looks: readonly Look[]
  /** Every request as it would be without compression. */
  readonly alone: readonly CacheRequest[]
}

/** Sessions that are looked at, and not only billed, take longer. */
export function prepareSession(
  { messages, format, origins }: Transcript,
  isLookedAt: (history: History) => boolean,
): PreparedSession {
  const history = prepareHistory(messages, formatNamed(format), {}, countersFor({}))
  const steps = history.messages.flatMap(({ role }, index) =>
    role === 'assistant' && index > 0 ? [index] : [],
  )
  const seconds = (message: number): number | undefined => {
    const milliseconds = Date.parse(origins[message]?.timestamp ?? '')
    return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000
  }
  return {
    history,
    seconds,
    steps,
    looks: isLookedAt(history) ? looksOf(history, steps) : [],
    alone: replay(replayable(history), none, seconds),
  }
}

/** Everyone else's bills, and what their views showed. */
export function othersOf(
  { history, seconds, looks, alone }: PreparedSession,
  sets: readonly CachePrices[],
): readonly PolicyResult[] {
  const session = replayable(history)
  return others.flatMap(policy => {
    const requests = policy === none ? alone : replay(session, policy, seconds)
    const uses = looks.map(({ request, needs }) =>
      futureUse(needs, requests[request]?.parts.map(({ text }) => text).join('\n') ?? ''),
    )
    return sets.map(prices =>
      resultOf(policy.name, prices, cacheBill(requests, prices), cacheBill(alone, prices), uses),
    )
  })
}

export async function sessionOf(
  { history, seconds, looks, alone }: PreparedSession,
  prices: CachePrices,
  options: SessionOptions = {},
): Promise<PolicyResult> {
  const needsAt = new Map(looks.map(({ request, needs }) => [request, needs]))
  const requests: CacheRequest[] = []
  const uses: FutureUse[] = []
  const { read, write, ttlSeconds } = prices
  const own = { read, write, ...(ttlSeconds === undefined ? {} : { ttlSeconds }) }
  for await (const { request, text } of replaySession(history, { prices: own, ...options }, seconds)) {
    const needs = needsAt.get(requests.length)
    if (needs !== undefined) uses.push(futureUse(needs, text))
    requests.push(request)
  }
  return resultOf(ourPolicy, prices, cacheBill(requests, prices), cacheBill(alone, prices), uses)
}

function replayable({ raw, messages, format, counters }: History): Parameters<typeof replay>[0] {
  return { format, counters, messages: sentMessages(raw, messages, counters) }
}

function resultOf(
  policy: string,
  prices: CachePrices,
  bill: CacheBill,
  alone: CacheBill,
  uses: readonly FutureUse[],
): PolicyResult {
  const sum = (key: keyof FutureUse) => uses.reduce((total, use) => total + use[key], 0)
  return {
    policy,
    prices: prices.name,
    cost: bill.cost / alone.cost,
    cachedShare: bill.read / Math.max(1, tokensSent(bill)),
    breaks: bill.breaks.length,
    averageTokens: tokensSent(bill) / Math.max(1, bill.requests),
    needs: sum('needs'),
    visible: sum('visible'),
    deepNeeds: sum('deepNeeds'),
    deepVisible: sum('deepVisible'),
  }
}
