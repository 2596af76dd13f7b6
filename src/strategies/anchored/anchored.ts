/** A ledger of all that was evicted, which each round adds to, and the newest messages. */
import { newestFirst, type SpanStrategy } from '../spans/span-strategy.ts'

export const anchored: SpanStrategy = {
  name: 'anchored',
  summaryForm: 'ledger',
  keeps: 5,
  leavesAlone: 0,
  tailShare: 0.6,
  rank: newestFirst,
  isUnbroken: true,
  reason: 'recent',
}
