/** Whether a rewrite of what was sent pays: the bill with it, without it, and of a session that is left alone. */
import type { Prices } from './session-types.ts'

/** In uncached input tokens. */
export function costOf(prices: Prices, tokens: number, cached: number): number {
  return prices.read * cached + prices.write * (tokens - cached)
}

/** What has been paid so far, and what would have been without compression. */
export interface Bill {
  readonly given: number
  readonly sent: number
}

export function billAfter(bill: Bill, step: Bill): Bill {
  return { given: bill.given + step.given, sent: bill.sent + step.sent }
}

/**
 * What may be spent on a step that rewrites. A session may end with any step, and a rewrite is paid at once: even then
 * the session must not have cost more than `maxExtraCost` beyond what it would have cost alone. What was saved before pays for
 * later rewrites.
 */
export function allowance(before: Bill, given: number, maxExtraCost: number): number {
  return (before.given + given) * (1 + maxExtraCost) - before.sent
}
