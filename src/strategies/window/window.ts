/** Keeps the newest messages and never separates a call from its result. One line replaces everything older. */
import { newestFirst, type SpanStrategy } from '../spans/span-strategy.ts'

export const window: SpanStrategy = {
  name: 'window',
  summaryForm: 'line',
  keeps: 20,
  leavesAlone: 0,
  tailShare: 1,
  rank: newestFirst,
  isUnbroken: true,
  reason: 'recent',
}
