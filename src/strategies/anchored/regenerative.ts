/** A fresh summary of all that is older each time, made from the originals and never from a summary. */
import type { SpanStrategy } from '../spans/span-strategy.ts'
import { anchored } from './anchored.ts'

const { probeShare: _, ...unasked } = anchored

export const regenerative: SpanStrategy = { ...unasked, name: 'regenerative', summaryForm: 'summary' }
