/** The densest view: one line of state replaces everything that may be removed. */
import { newestFirst, type SpanStrategy } from '../spans/span-strategy.ts'

export const opaque: SpanStrategy = {
  name: 'opaque',
  summaryForm: 'state-line',
  keeps: 0,
  leavesAlone: 0,
  tailShare: 0.8,
  rank: newestFirst,
  isUnbroken: true,
  reason: 'recent',
}
