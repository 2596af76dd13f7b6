/** A fresh summary of all that is older each time, made from the originals and never from a summary. */
import type { SpanStrategy } from '../spans/span-strategy.ts'
import { anchored } from './anchored.ts'

export const regenerative: SpanStrategy = { ...anchored, name: 'regenerative', summaryForm: 'summary' }
