/** What the proxy has done since it started: sums, the latest exchanges, and their listeners. */
import { type WriterUse, writerUseAfter } from '../../../session/writer-use.ts'
import { present } from '../../../tokens/json-value.ts'
import type { Exchange } from './exchange.ts'

export interface Status {
  readonly startedAt: number
  readonly requests: number
  /** How many of these were conversations. */
  readonly conversations: number
  readonly sessions: number
  readonly failures: number
  /** Requests whose client did not wait for the answer. */
  readonly left: number
  readonly lookups: number
  readonly tokens: { readonly given: number; readonly sent: number; readonly saved: number }
  /** In uncached input tokens, by the prices; the cost of a rewrite is subtracted from the savings. */
  readonly cost: { readonly given: number; readonly sent: number; readonly saved: number }
  /** The sums of the usage that providers reported. */
  readonly usage: {
    readonly inputTokens: number
    readonly cachedTokens: number
    readonly writtenTokens: number
    readonly outputTokens: number
    readonly answers: number
  }
  /** What the writer of notes has used, if there is one. */
  readonly writer?: WriterUse
  /** The savings in money, if the prices say what a token costs. */
  readonly money?: number
  /** The latest conversations, the oldest first. */
  readonly recent: readonly Exchange[]
}

export interface StatusLog {
  record(exchange: Exchange): void
  status(): Status
  /** Called after each change; returns a function that ends it. */
  listen(listener: () => void): () => void
}

const maxRecent = 60
/** The status that servers log for a client that did not wait for its answer. */
export const leftByClient = 499
/** Maximum number of sessions that are counted separately. */
const maxSessions = 10_000

export function createStatusLog(clock: () => number): StatusLog {
  const startedAt = clock()
  const sessions = new Set<string>()
  const listeners = new Set<() => void>()
  let recent: readonly Exchange[] = []
  const sums = { requests: 0, conversations: 0, failures: 0, left: 0, lookups: 0 }
  const tokens = { given: 0, sent: 0, saved: 0 }
  const cost = { given: 0, sent: 0, saved: 0 }
  const usage = { inputTokens: 0, cachedTokens: 0, writtenTokens: 0, outputTokens: 0, answers: 0 }
  let money: number | undefined
  let writer: WriterUse | undefined

  /** A refused request was not paid for. */
  const addReceipt = ({ receipt, status }: Exchange): void => {
    // A note was paid for even if the request failed.
    writer = writerUseAfter(writer, receipt?.writer)
    if (receipt === undefined || status >= 400) return
    if (sessions.size < maxSessions) sessions.add(receipt.session)
    for (const key of ['given', 'sent', 'saved'] as const) {
      tokens[key] += receipt.tokens[key]
      cost[key] += receipt.cost[key]
    }
    if (receipt.cost.money !== undefined) money = (money ?? 0) + receipt.cost.money.saved
  }

  return {
    record: exchange => {
      sums.requests += 1
      if (exchange.status === leftByClient) sums.left += 1
      else if (exchange.status >= 400) sums.failures += 1
      if (exchange.format !== undefined) {
        sums.conversations += 1
        sums.lookups += exchange.lookups ?? 0
        recent = [...recent, exchange].slice(-maxRecent)
        addReceipt(exchange)
      }
      if (exchange.usage !== undefined) {
        usage.answers += 1
        for (const key of ['inputTokens', 'cachedTokens', 'writtenTokens', 'outputTokens'] as const)
          usage[key] += exchange.usage[key] ?? 0
      }
      for (const listener of listeners) listener()
    },
    status: () => ({
      startedAt,
      ...sums,
      sessions: sessions.size,
      tokens: { ...tokens },
      cost: { ...cost },
      usage: { ...usage },
      ...present({ money, writer }),
      recent,
    }),
    listen: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
