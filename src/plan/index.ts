/** The registry of strategies: how each plans, and how it lands on a budget. */
import { FoveaError } from '../errors.ts'
import type { Strategy, StrategyName } from '../types.ts'
import { cap } from './cap.ts'
import { fitCap } from './fit-cap.ts'
import { fitWindow } from './fit-window.ts'
import type { Fitted, Fitting } from './fitting.ts'
import { rules } from './rules.ts'

export interface StrategyEntry {
  readonly plan: Strategy
  readonly fitBudget: <Attempt extends { readonly tokens: number }>(
    fitting: Fitting<Attempt>,
  ) => Fitted<Attempt>
}

export function strategyNamed(name: string): StrategyEntry {
  const entry = Object.hasOwn(strategies, name) ? strategies[name as StrategyName] : undefined
  if (entry === undefined)
    throw new FoveaError(
      'invalid-option',
      `There is no strategy ${JSON.stringify(name)}. Known: ${Object.keys(strategies).join(', ')}.`,
    )
  return entry
}

export const strategies: Readonly<Record<StrategyName, StrategyEntry>> = {
  cap: { plan: cap, fitBudget: fitCap },
  rules: { plan: rules, fitBudget: fitWindow },
}
