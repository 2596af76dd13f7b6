/** The registry of strategies: how each plans, and how it lands on a budget. */
import { FoveaError } from '../errors.ts'
import type { Strategy, StrategyName } from '../types.ts'
import { cap } from './cap.ts'
import { fitCap } from './fit-cap.ts'
import { fitPartition } from './fit-partition.ts'
import { fitWindow } from './fit-window.ts'
import type { Fitted, Fitting } from './fitting.ts'
import { partition } from './partition.ts'
import { rules } from './rules.ts'

export interface StrategyEntry {
  readonly plan: Strategy
  readonly fitBudget: <Attempt extends { readonly tokens: number }>(
    fitting: Fitting<Attempt>,
  ) => Fitted<Attempt>
}

export function strategyNamed(name: string): StrategyEntry {
  const entry = Object.hasOwn(strategies, name) ? strategies[name as keyof typeof strategies] : undefined
  if (entry === undefined)
    throw new FoveaError(
      'invalid-option',
      `There is no strategy ${JSON.stringify(name)}. Known: ${strategyNames.join(', ')}.`,
    )
  return entry
}

/** Those that decide block by block; `coverage` chooses a view as a whole. */
export const strategies: Readonly<Record<Exclude<StrategyName, 'coverage'>, StrategyEntry>> = {
  cap: { plan: cap, fitBudget: fitCap },
  rules: { plan: rules, fitBudget: fitWindow },
  partition: { plan: partition, fitBudget: fitPartition },
}

export const strategyNames: readonly StrategyName[] = [
  ...(Object.keys(strategies) as StrategyName[]),
  'coverage',
]
