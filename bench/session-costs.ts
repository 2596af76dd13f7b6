/** What sessions cost under each price set and policy, and how much of what the agent needed next each one showed. */
import { type CacheBill, type CachePrices, cacheBill, tokensSent } from '../src/evaluate/cache-cost.ts'
import { cutAt } from '../src/evaluate/cut.ts'
import { futureUse } from '../src/evaluate/future-use.ts'
import { type History, prepareHistory } from '../src/evaluate/history.ts'
import { type Need, needsOf } from '../src/evaluate/needs.ts'
import { maskingPolicy, windowPolicy } from '../src/evaluate/replay-policies.ts'
import { type ReplayPolicy, replay, sentMessages } from '../src/evaluate/session-replay.ts'
import { formatNamed } from '../src/formats/index.ts'
import { countersFor } from '../src/measure/tokens/counters.ts'
import type { SessionOptions } from '../src/session/session.ts'
import type { Transcript } from '../src/types.ts'
import { replaySession } from './session-replay.ts'

/** Published multiples of the price of an input token, as of 2026-11. */
export const priceSets: readonly CachePrices[] = [
  { name: 'read 0.1, write 1.25, warm', read: 0.1, write: 1.25, uncached: 1 },
  { name: 'Anthropic, 5 minutes', read: 0.1, write: 1.25, uncached: 1, ttlSeconds: 300 },
  { name: 'Anthropic, 1 hour', read: 0.1, write: 2, uncached: 1, ttlSeconds: 3600 },
  { name: 'OpenAI, GPT-5', read: 0.1, write: 1, uncached: 1 },
  { name: 'OpenAI, GPT-4o', read: 0.5, write: 1, uncached: 1 },
]

export const others: readonly ReplayPolicy[] = [
  { name: 'none', describe: 'every message is sent as it is', rewrite: messages => messages },
  windowPolicy('window, every turn', 60_000, 60_000),
  windowPolicy('window, cut back when full', 60_000, 30_000),
  maskingPolicy('masking, every turn', 40_000, 0),
  maskingPolicy('masking, in steps', 40_000, 20_000),
]

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

/** Where the views are held against what came next, as shares of the requests. */
const looks = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

interface Look {
  readonly request: number
  readonly needs: readonly Need[]
}

export interface PreparedSession {
  readonly history: History
  readonly seconds: (message: number) => number | undefined
  readonly steps: readonly number[]
}

export function prepareSession({ messages, format, origins }: Transcript): PreparedSession {
  const history = prepareHistory(messages, formatNamed(format), {}, countersFor({}))
  return {
    history,
    seconds: message => {
      const milliseconds = Date.parse(origins[message]?.timestamp ?? '')
      return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000
    },
    steps: history.messages.flatMap(({ role }, index) => (role === 'assistant' && index > 0 ? [index] : [])),
  }
}

/** Everyone else's bills, and what their views showed. */
export function othersOf(
  { history, seconds, steps }: PreparedSession,
  sets: readonly CachePrices[],
): readonly PolicyResult[] {
  const { format, counters } = history
  const session = { format, counters, messages: sentMessages(history.raw, history.messages, counters) }
  const lookedAt = looksOf(history, steps)
  const replayed = others.map(policy => ({ policy, requests: replay(session, policy, seconds) }))
  return sets.flatMap(prices => {
    const alone = cacheBill(replayed[0]?.requests ?? [], prices)
    return replayed.map(({ policy, requests }) => {
      const texts = lookedAt.map(({ request }) => requests[request]?.parts.map(({ text }) => text).join('\n'))
      return resultOf(policy.name, prices, cacheBill(requests, prices), alone, lookedAt, texts)
    })
  })
}

export async function sessionOf(
  { history, seconds, steps }: PreparedSession,
  prices: CachePrices,
  options: SessionOptions = {},
): Promise<PolicyResult & { readonly epochs: number; readonly births: number }> {
  const { format, counters } = history
  const lookedAt = looksOf(history, steps)
  const wanted = new Set(lookedAt.map(({ request }) => request))
  const requests = []
  const texts: string[] = []
  let epochs = 0
  let births = 0
  for await (const { request, text, receipt } of replaySession(history, { prices, ...options }, seconds)) {
    if (wanted.has(requests.length)) texts.push(text)
    requests.push(request)
    epochs = receipt.epoch
    births += receipt.births.length
  }
  const session = { format, counters, messages: sentMessages(history.raw, history.messages, counters) }
  const alone = cacheBill(replay(session, others[0] as ReplayPolicy, seconds), prices)
  return {
    ...resultOf('fovea session', prices, cacheBill(requests, prices), alone, lookedAt, texts),
    epochs,
    births,
  }
}

function looksOf({ messages, counters }: History, steps: readonly number[]): readonly Look[] {
  return looks.flatMap(share => {
    const request = Math.floor(steps.length * share)
    const at = steps[request]
    return at === undefined ? [] : [{ request, needs: needsOf(cutAt(messages, at), counters.ranker) }]
  })
}

function resultOf(
  policy: string,
  prices: CachePrices,
  bill: CacheBill,
  alone: CacheBill,
  lookedAt: readonly Look[],
  texts: readonly (string | undefined)[],
): PolicyResult {
  const uses = lookedAt.map(({ needs }, index) => futureUse(needs, texts[index] ?? ''))
  const sum = (key: keyof (typeof uses)[number]) => uses.reduce((total, use) => total + use[key], 0)
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
