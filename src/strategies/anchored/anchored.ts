/** A ledger of all that was evicted, which each round adds to, and the newest messages. */
import { passShare } from '../../measure/probes/probes.ts'
import { newestFirst, type SpanStrategy } from '../spans/span-strategy.ts'

export const anchored: SpanStrategy = {
  name: 'anchored',
  summaryForm: 'ledger',
  keeps: 5,
  leavesAlone: 0,
  tailShare: 0.6,
  rank: newestFirst,
  isUnbroken: true,
  probeShare: passShare,
  reason: 'recent',
}
