/** The newest messages, cut only where no call is parted from its result; everything older is one line. */
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
