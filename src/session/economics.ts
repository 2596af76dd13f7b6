/** Whether rewriting what was sent pays off: the bill with it, without it, and without any compression. */
import type { Prices } from './session-types.ts'

/** In uncached input tokens. */
export function costOf(prices: Prices, tokens: number, cached: number): number {
  return prices.read * cached + prices.write * (tokens - cached)
}

/** The total paid so far, and what it would have been without compression. */
export interface Bill {
  readonly given: number
  readonly sent: number
}

export function billAfter(bill: Bill, step: Bill): Bill {
  return { given: bill.given + step.given, sent: bill.sent + step.sent }
}

/**
 * What may be spent on a step that rewrites. A session may end with any step, and a rewrite is paid immediately: even then the
 * session must not have cost more than `maxExtraCost` beyond its cost without compression. Earlier savings pay for later
 * rewrites.
 */
export function allowance(before: Bill, given: number, maxExtraCost: number): number {
  return (before.given + given) * (1 + maxExtraCost) - before.sent
}
