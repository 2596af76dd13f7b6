/** The two counters of a request: one for what is emitted, one for what is only ranked. */
import type { TokenCounter } from '../types.ts'
import { estimateCounter, exactCounter } from './tokens.ts'

export interface Counters {
  readonly counter: TokenCounter
  readonly ranker: TokenCounter
}

/** A caller's own counter does both: nobody else knows its scale. */
export function countersFor(options: {
  readonly counter?: TokenCounter | undefined
  readonly model?: string | undefined
}): Counters {
  if (options.counter !== undefined) return { counter: options.counter, ranker: options.counter }
  return { counter: exactCounter(), ranker: estimateCounter() }
}
