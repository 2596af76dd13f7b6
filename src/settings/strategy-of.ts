/** Which strategy applies where these options are given. */
import type { CompressOptions } from '../options.ts'
import type { StrategyName } from '../types.ts'

export function strategyOf({
  strategy,
  budget,
  window,
}: Pick<CompressOptions, 'strategy' | 'budget' | 'window'>): StrategyName {
  return strategy ?? (budget !== undefined ? 'coverage' : window !== undefined ? 'auto' : 'rules')
}
