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
export function countersFor({ counter, model }: CounterChoice, exact: ExactCounter = exactCounter): Counters {
  if (counter !== undefined) return { counter, ranker: counter }
  const estimate = estimateCounter()
  return model === undefined
    ? { counter: exact(), ranker: estimate }
    : {
        counter: modelCounter(model, { base: exact(tokenizerOf(model).encoding) }),
        ranker: modelCounter(model, { base: estimate }),
      }
}

export interface CounterChoice {
  readonly counter?: TokenCounter | undefined
  readonly model?: string | undefined
}
