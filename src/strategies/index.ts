/** The registry of strategies: how each plans, and how it lands on a budget. */
import { FoveaError } from '../errors.ts'
import type { Strategy, StrategyName } from '../types.ts'
import type { Fitted, Fitting } from '../view/fitting.ts'
import { anchored } from './anchored/anchored.ts'
import { hybrid } from './anchored/hybrid.ts'
import { regenerative } from './anchored/regenerative.ts'
import { cap } from './cap/cap.ts'
import { fitCap } from './cap/fit-cap.ts'
import { importance } from './importance/importance.ts'
import { opaque } from './opaque/opaque.ts'
import { fitPartition } from './partition/fit-partition.ts'
import { partition } from './partition/partition.ts'
import { fitWindow } from './rules/fit-window.ts'
import { rules } from './rules/rules.ts'
import type { SpanStrategy } from './spans/span-strategy.ts'
import { window } from './window/window.ts'

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

/** Those that keep whole messages and tell of the others; `undefined` where the name is another's. */
export function spanStrategyNamed(name: StrategyName): SpanStrategy | undefined {
  return Object.hasOwn(spanStrategies, name) ? spanStrategies[name as SpanStrategyName] : undefined
}

type SpanStrategyName = 'window' | 'importance' | 'anchored' | 'hybrid' | 'regenerative' | 'opaque'

export const spanStrategies: Readonly<Record<SpanStrategyName, SpanStrategy>> = {
  window,
  importance,
  anchored,
  hybrid,
  regenerative,
  opaque,
}

/** Those that decide block by block; `coverage` chooses a view as a whole. */
export const strategies: Readonly<Record<'cap' | 'rules' | 'partition', StrategyEntry>> = {
  cap: { plan: cap, fitBudget: fitCap },
  rules: { plan: rules, fitBudget: fitWindow },
  partition: { plan: partition, fitBudget: fitPartition },
}

export const strategyNames: readonly StrategyName[] = [
  ...(Object.keys(strategies) as StrategyName[]),
  'coverage',
  ...(Object.keys(spanStrategies) as StrategyName[]),
]
