/** The strategy that applies to the given options. */
import type { StrategyName } from '../../types.ts'
import type { SharedOptions } from './shared-options.ts'

interface Given extends Pick<SharedOptions, 'budget' | 'window'> {
  readonly strategy?: StrategyName | undefined
}

export function strategyOf({ strategy, budget, window }: Given): StrategyName {
  return strategy ?? (budget !== undefined ? 'coverage' : window !== undefined ? 'auto' : 'rules')
}
