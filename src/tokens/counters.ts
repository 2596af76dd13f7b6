/** The two counters of a request: an exact one for what is emitted, and one for ranking. */
import type { TokenCounter } from '../types.ts'
import type { EncodingName } from './exact-counter.ts'
import { tokenizerOf } from './model-counter.ts'
import { estimateCounter, exactCounter, modelCounter } from './tokens.ts'

export interface Counters {
  readonly counter: TokenCounter
  readonly ranker: TokenCounter
}

/** Counts with a public encoding. */
type ExactCounter = (encoding?: EncodingName) => TokenCounter

/** A caller's own counter is used for both: its scale is unknown. */
export function countersFor(choice: CounterChoice, exact: ExactCounter = exactCounter): Counters {
  const { counter: asked, exactCounts } = choice
  if (typeof asked === 'object') return { counter: asked, ranker: asked }
  const counter =
    asked === undefined ? exact() : modelCounter(asked, { base: exact(tokenizerOf(asked).encoding) })
  if (exactCounts) return { counter, ranker: counter }
  const estimate = estimateCounter()
  return { counter, ranker: asked === undefined ? estimate : modelCounter(asked, { base: estimate }) }
}

interface CounterChoice {
  /** A counter, or the name of the model to count as. */
  readonly counter?: TokenCounter | string | undefined
  /** Whether texts for ranking are counted too, and not estimated. */
  readonly exactCounts?: boolean | undefined
}
