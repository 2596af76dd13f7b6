/** Keeps the newest messages. A ledger replaces all others, and each round adds to it. */
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

const rehydrating: Pick<SpanStrategy, 'reads' | 'rehydrate'> = {
  reads: ['anchored'],
  rehydrate: settings => ownSettings(anchoredOptions, settings).rehydrate,
}

export const anchored: SpanStrategy = {
  ...newest,
  ...rehydrating,
  name: 'anchored',
  probeShare: passShare,
}

/** A ledger with a sliding window: up to 20 messages nothing happens; above that, all but the newest 5 go into the ledger. */
export const hybrid: SpanStrategy = { ...newest, ...rehydrating, name: 'hybrid', leavesAlone: 20 }

/** A new summary of all older messages in each round, made from the originals and never from a summary. */
export const regenerative: SpanStrategy = { ...newest, name: 'regenerative', summaryForm: 'summary' }
