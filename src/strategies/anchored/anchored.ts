/** A ledger of all that was evicted, which each round adds to, and the newest messages. */
import { passShare } from '../../measure/probes/probes.ts'
import { ownSettings } from '../../settings/option-group.ts'
import { newestFirst, type SpanStrategy } from '../spans/span-strategy.ts'
import { anchoredOptions } from './anchored-options.ts'

const newest: Omit<SpanStrategy, 'name'> = {
  summaryForm: 'ledger',
  keeps: 5,
  leavesAlone: 0,
  tailShare: 0.6,
  rank: newestFirst,
  isUnbroken: true,
  reason: 'recent',
}

const rehydrate: SpanStrategy['rehydrate'] = settings => ownSettings(anchoredOptions, settings).rehydrate

export const anchored: SpanStrategy = { ...newest, name: 'anchored', probeShare: passShare, rehydrate }

/** The ledger behind a sliding window: nothing happens up to 20 messages, beyond them all but the newest 5 are folded. */
export const hybrid: SpanStrategy = { ...newest, name: 'hybrid', leavesAlone: 20, rehydrate }

/** A fresh summary of all that is older each time, made from the originals and never from a summary. */
export const regenerative: SpanStrategy = { ...newest, name: 'regenerative', summaryForm: 'summary' }
