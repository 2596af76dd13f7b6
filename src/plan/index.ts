/** The registry of strategies: how each plans, and how it lands on a budget. */
import { FoveaError } from '../errors.ts'
import type { Strategy, StrategyName } from '../types.ts'
import { anchored } from './anchored.ts'
import { cap } from './cap.ts'
import { fitCap } from './fit-cap.ts'
import { fitPartition } from './fit-partition.ts'
import { fitWindow } from './fit-window.ts'
import type { Fitted, Fitting } from './fitting.ts'
import { hybrid } from './hybrid.ts'
import { importance } from './importance.ts'
import { opaque } from './opaque.ts'
import { partition } from './partition.ts'
import { regenerative } from './regenerative.ts'
import { rules } from './rules.ts'
import type { SpanStrategy } from './span-strategy.ts'
import { window } from './window.ts'

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
