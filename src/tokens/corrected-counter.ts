/** Corrects a counter by the usage that a provider reported for the same requests. */
import type { TokenCounter } from '../types.ts'

/** One request: the tokens that the counter gave, and those that the provider reported. */
export interface UsageObservation {
  readonly counted: number
  readonly reported: number
}

/** The provider's tokens per counted token: the weighted median, where large requests weigh more; 1 where nothing is known. */
export function factorFromUsage(observations: readonly UsageObservation[]): number {
  const usable = observations
    .filter(({ counted, reported }) => counted > 0 && reported > 0)
    .map(({ counted, reported }) => ({ factor: reported / counted, weight: counted }))
    .sort((a, b) => a.factor - b.factor)
  let left = usable.reduce((sum, { weight }) => sum + weight, 0) / 2
  for (const { factor, weight } of usable) {
    left -= weight
    if (left <= 0) return factor
  }
  return 1
}

/** A new counter; the given one where nothing needs correction. */
export function correctedCounter(
  counter: TokenCounter,
  observations: readonly UsageObservation[],
): TokenCounter {
  const factor = factorFromUsage(observations)
  if (factor === 1) return counter
  return {
    name: counter.name,
    exact: false,
    count: text => Math.round(counter.count(text) * factor),
  }
}
