/** The strategy that applies to the given options. */
import type { SharedOptions } from '../options.ts'
import type { StrategyName } from '../types.ts'

interface Given extends Pick<SharedOptions, 'budget' | 'window'> {
  readonly strategy?: StrategyName | undefined
}

export function strategyOf({ strategy, budget, window }: Given): StrategyName {
  return strategy ?? (budget !== undefined ? 'coverage' : window !== undefined ? 'auto' : 'rules')
}
