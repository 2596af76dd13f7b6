/** What a long session would have cost under each policy and price set, relative to the same session without compression. */
import type { Format } from '../../formats/format.ts'
import { blockText } from '../../scan/spoken-text.ts'
import type { Counters } from '../../tokens/counters.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import type { Message } from '../../types.ts'
import {
  type CacheBill,
  type CachePart,
  type CachePrices,
  type CacheRequest,
  cacheBill,
  fiveMinuteCache,
  tokensSent,
  warmCache,
} from './cache-cost.ts'
import { type History, partCounter, prepareHistory, tokensOf } from './history.ts'
import { foveaView } from './methods/fovea.ts'
import { placeholder } from './methods/masking.ts'
import type { CacheCostScores, OfCase } from './report.ts'

/** In shorter sessions, most policies have nothing to do. */
const minTokens = 100_000

export interface CacheRow {
  readonly policy: string
  readonly describe: string
  readonly prices: string
  readonly scores: OfCase<Pick<CacheCostScores, 'cost' | 'sent' | 'cached' | 'breaks'>>
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

/** Policies that keep a growing session small: when they rewrite what was sent, and how deeply. */
const leaveAlone: ReplayPolicy = {
  name: 'none',
  describe: 'every message is sent as it is',
  rewrite: messages => messages,
}

/** Above `high` tokens, drops the oldest messages until `low` are left. */
export function windowPolicy(name: string, high: number, low: number): ReplayPolicy {
  return {
    name,
    describe: `above ${thousands(high)} tokens the oldest messages go until ${thousands(low)} are left`,
    rewrite(messages) {
      let tokens = tokensOf(messages)
      if (tokens <= high) return messages
      const first = messages.findIndex(message => {
        if (tokens <= low) return true
        tokens -= message.tokens
        return false
      })
      return first < 0 ? messages.slice(-1) : messages.slice(first)
    },
  }
}

/** Masks tool outputs outside the newest `keep` tokens as soon as that saves `step` tokens. */
export function maskingPolicy(name: string, keep: number, step: number): ReplayPolicy {
  return {
    name,
    describe: `outputs outside the newest ${thousands(keep)} tokens are masked once that saves ${thousands(step)}`,
    rewrite(messages, { counters }) {
      const mask = { text: placeholder, tokens: counters.counter.count(`${placeholder}\n`), isOutput: true }
      let newer = 0
      let saved = 0
      const masked = messages.toReversed().map((message): SentMessage => {
        const isOld = newer >= keep
        newer += message.tokens
        if (!isOld) return message
        const parts = message.parts.map(part => (part.isOutput && part.tokens > mask.tokens ? mask : part))
        const tokens = tokensOf(parts)
        saved += message.tokens - tokens
        return { ...message, parts, tokens }
      })
      return saved > 0 && saved >= step ? masked.reverse() : messages
    },
  }
}

/** Above `high` tokens, compresses everything to `low`. */
export function foveaPolicy(name: string, high: number, low: number): ReplayPolicy {
  return {
    name,
    describe: `above ${thousands(high)} tokens everything is compressed to ${thousands(low)}`,
    rewrite(messages, { format, counters }) {
      if (tokensOf(messages) <= high) return messages
      const raw = messages.map(message => message.raw)
      const view = foveaView(prepareHistory(raw, format, {}, counters), low)
      return sentMessages(view.raw, view.messages, counters)
    },
  }
}

function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${tokens / 1000}k`
}

/** The first is the reference for the others. */
export const replayPolicies: readonly ReplayPolicy[] = [
  leaveAlone,
  windowPolicy('window, every turn', 60_000, 60_000),
  windowPolicy('window, cut back when full', 60_000, 30_000),
  maskingPolicy('masking, every turn', 40_000, 0),
  maskingPolicy('masking, in steps', 40_000, 20_000),
  foveaPolicy('fovea, once at 100k', 100_000, 20_000),
  foveaPolicy('fovea, once at 60k', 60_000, 20_000),
]

interface SentMessage {
  readonly raw: unknown
  readonly isStep: boolean
  readonly parts: readonly SentPart[]
  readonly tokens: number
}

interface SentPart extends CachePart {
  readonly isOutput: boolean
}

export interface ReplayPolicy {
  readonly name: string
  readonly describe: string
  /** The messages to send from now on; the same array if nothing changes. Never mutates. */
  rewrite(messages: readonly SentMessage[], session: ReplaySession): readonly SentMessage[]
}

interface ReplaySession {
  readonly format: Format
  readonly counters: Counters
}

/** One request before each step of the agent. `seconds`: the time of a message, if it is known. */
export function replay(
  session: ReplaySession & { readonly messages: readonly SentMessage[] },
  policy: ReplayPolicy,
  seconds: (message: number) => number | undefined = () => undefined,
): readonly CacheRequest[] {
  const requests: CacheRequest[] = []
  let sent: readonly SentMessage[] = []
  for (const [index, message] of session.messages.entries()) {
    if (message.isStep && sent.length > 0) {
      sent = policy.rewrite(sent, session)
      const time = seconds(index)
      requests.push({
        parts: sent.flatMap(({ parts }) => parts),
        ...(time === undefined ? {} : { seconds: time }),
      })
    }
    sent = [...sent, message]
  }
  return requests
}

export function sentMessages(
  raw: readonly unknown[],
  messages: readonly Message[],
  counters: Counters,
): readonly SentMessage[] {
  const count = partCounter(counters)
  return messages.map(({ role, blocks }, index) => {
    const parts = blocks.flatMap((block): SentPart[] => {
      const text = blockText(block)
      const isOutput = block.type === 'toolResult'
      return text === '' ? [] : [{ text, tokens: count(text), isOutput }]
    })
    return { raw: raw[index], isStep: role === 'assistant', parts, tokens: tokensOf(parts) }
  })
}
