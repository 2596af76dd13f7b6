/** The registry of strategies. */
import { FoveaError } from '../errors.ts'
import type { StrategyName } from '../types.ts'
import { anchored } from './anchored/anchored.ts'
import { hybrid } from './anchored/hybrid.ts'
import { regenerative } from './anchored/regenerative.ts'
import { auto } from './auto/auto.ts'
import { cap } from './cap/cap.ts'
import { coverage } from './coverage/coverage.ts'
import { importance } from './importance/importance.ts'
import { opaque } from './opaque/opaque.ts'
import { partition } from './partition/partition.ts'
import { rules } from './rules/rules.ts'
import { spanStrategy } from './spans/span-chooser.ts'
import type { SpanStrategy } from './spans/span-strategy.ts'
import type { Strategy } from './strategy.ts'
import { window } from './window/window.ts'

/** Those that keep whole messages. */
export const spanStrategies: Readonly<
  Record<'window' | 'importance' | 'anchored' | 'hybrid' | 'regenerative' | 'opaque', SpanStrategy>
> = { window, importance, anchored, hybrid, regenerative, opaque }

const strategies: ReadonlyMap<string, Strategy> = new Map(
  [cap, rules, partition, coverage, ...Object.values(spanStrategies).map(spanStrategy), auto].map(
    strategy => [strategy.name, strategy],
  ),
)

/** Those that a caller can ask for by name, beside `auto`, which chooses among them. */
export const strategyNames: readonly StrategyName[] = Array.from(
  strategies.values(),
  ({ name }) => name,
).filter(name => name !== 'auto')

export function strategyNamed(name: string): Strategy {
  const strategy = strategies.get(name)
  if (strategy === undefined)
    throw new FoveaError(
      'invalid-option',
      `There is no strategy ${JSON.stringify(name)}. Known: ${strategyNames.join(', ')}.`,
    )
  return strategy
}
