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

const { probeShare: _, ...unasked } = anchored

/** The ledger behind a sliding window: nothing happens up to 20 messages, beyond them all but the newest 5 are folded. */
export const hybrid: SpanStrategy = { ...unasked, name: 'hybrid', leavesAlone: 20 }

/** A fresh summary of all that is older each time, made from the originals and never from a summary. */
export const regenerative: SpanStrategy = { ...unasked, name: 'regenerative', summaryForm: 'summary' }
