/** What a long session would have cost under each policy and price set, against the same session left alone. */
import type { Transcript } from '../../transcripts/transcript.ts'
import {
  type CacheBill,
  type CachePrices,
  cacheBill,
  fiveMinuteCache,
  tokensSent,
  warmCache,
} from './cache-cost.ts'
import type { History } from './history.ts'
import { replayPolicies } from './replay-policies.ts'
import { type ReplayPolicy, replay, sentMessages } from './session-replay.ts'

/** In shorter sessions most policies have nothing to do. */
const minTokens = 100_000

export interface CacheRow {
  readonly policy: string
  readonly describe: string
  readonly prices: string
  readonly scores: {
    readonly cost: number
    readonly sent: number
    readonly cached: number
    readonly breaks: number
  }
}

export function evaluateCacheCost(
  { origins }: Pick<Transcript, 'origins'>,
  whole: History,
  policies: readonly ReplayPolicy[] = replayPolicies,
  prices: readonly CachePrices[] = [warmCache, fiveMinuteCache],
): readonly CacheRow[] {
  if (whole.tokens < minTokens) return []
  const { format, counters } = whole
  const session = { format, counters, messages: sentMessages(whole.raw, whole.messages, counters) }
  const seconds = (message: number): number | undefined => secondsOf(origins[message]?.timestamp)
  const [first, ...others] = policies.map(policy => {
    const requests = replay(session, policy, seconds)
    return { policy, bills: prices.map(set => cacheBill(requests, set)) }
  })
  if (first === undefined) return []
  return [first, ...others].flatMap(({ policy, bills }) =>
    bills.map((bill, index) => ({
      policy: policy.name,
      describe: policy.describe,
      prices: (prices[index] as CachePrices).name,
      scores: compared(bill, first.bills[index] as CacheBill),
    })),
  )
}

function compared(bill: CacheBill, alone: CacheBill): CacheRow['scores'] {
  return {
    cost: bill.cost / alone.cost,
    sent: tokensSent(bill) / tokensSent(alone),
    cached: bill.read / tokensSent(bill),
    breaks: bill.breaks.length,
  }
}

function secondsOf(timestamp: string | undefined): number | undefined {
  const milliseconds = Date.parse(timestamp ?? '')
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000
}
