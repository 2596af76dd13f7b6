/** How much a message matters, by what it holds. */

/** What a message holds that says how much it matters. */
export interface ImportanceSignals {
  /** How many files it names. */
  readonly paths: number
  readonly hasDecision: boolean
  /** Something failed, or stands in the way. */
  readonly hasError: boolean
  /** The user binds the agent with it. */
  readonly hasRule: boolean
  /** Says yes or thanks, and nothing else. */
  readonly isAcknowledgement: boolean
  /** The same was said again later. */
  readonly isRepeated: boolean
}

/** Of files beyond this many nobody thinks at once. */
const maxPaths = 4

/** Independent of what else there is but for repetition, so that a second look at a view keeps the same. */
export function importanceScore(signals: ImportanceSignals): number {
  const { paths, hasDecision, hasError, hasRule, isAcknowledgement, isRepeated } = signals
  const raised =
    0.5 * Math.min(paths, maxPaths) + (hasDecision ? 3 : 0) + (hasError ? 2.5 : 0) + (hasRule ? 3 : 0)
  const lowered = (isAcknowledgement ? 3 : 0) + (isRepeated ? 2 : 0)
  return 1 + raised - lowered
}
