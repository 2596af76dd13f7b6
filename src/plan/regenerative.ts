/** A fresh summary of all that is older each time, made from the originals and never from a summary. */
import { anchored } from './anchored.ts'
import type { SpanStrategy } from './span-strategy.ts'

export const regenerative: SpanStrategy = { ...anchored, name: 'regenerative', tells: 'summary' }
