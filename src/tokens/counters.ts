/** The two counters of a request: one for what is emitted, one for what is only ranked. */
import type { TokenCounter } from '../types.ts'
import { estimateCounter, exactCounter, modelCounter } from './tokens.ts'
import type { EncodingName } from './tokens-exact.ts'
import { tokenizerOf } from './tokens-model.ts'

export interface Counters {
  readonly counter: TokenCounter
  readonly ranker: TokenCounter
}

/** Counts by a public encoding. */
export type ExactCounter = (encoding?: EncodingName) => TokenCounter

/** A caller's own counter does both: nobody else knows its scale. */
export function countersFor({ counter }: CounterChoice, exact: ExactCounter = exactCounter): Counters {
  if (counter === undefined) return { counter: exact(), ranker: estimateCounter() }
  if (typeof counter !== 'string') return { counter, ranker: counter }
  return {
    counter: modelCounter(counter, { base: exact(tokenizerOf(counter).encoding) }),
    ranker: modelCounter(counter, { base: estimateCounter() }),
  }
}

export interface CounterChoice {
  /** Or the name of the model to count as. */
  readonly counter?: TokenCounter | string | undefined
}
