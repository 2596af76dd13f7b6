/** The registry of strategies. */
import { optionError } from '../errors.ts'
import { unknownName } from '../settings/nearest-name.ts'
import type { StrategyName } from '../types.ts'
import { anchored, hybrid, regenerative } from './anchored/anchored.ts'
import { auto } from './auto/auto.ts'
import { cap } from './cap/cap.ts'
import { coverage } from './coverage/coverage.ts'
import { importance } from './importance/importance.ts'
import { opaque } from './opaque/opaque.ts'
import { partition } from './partition/partition.ts'
import { rules } from './rules/rules.ts'
import { spanStrategy } from './spans/span-chooser.ts'
import type { SpanStrategy } from './spans/span-strategy.ts'
import type { OptionName, Strategy } from './strategy.ts'
import { window } from './window/window.ts'

/** Strategies that keep whole messages. */
export const spanStrategies: readonly SpanStrategy[] = [
  window,
  importance,
  anchored,
  hybrid,
  regenerative,
  opaque,
]

/** Every strategy. A new one is one folder and one line here, or above if it keeps whole messages. */
export const strategies: readonly Strategy[] = [
  cap,
  rules,
  partition,
  coverage,
  ...spanStrategies.map(spanStrategy),
  auto,
]

/** The names of the strategies that read an option. */
export function readersOf(option: OptionName): readonly StrategyName[] {
  return strategies.filter(({ reads }) => reads?.includes(option)).map(({ name }) => name)
}

/** The strategies that a caller can name, without `auto`, which chooses among them. */
export function strategyNames(): readonly StrategyName[] {
  return strategies.map(({ name }) => name).filter(name => name !== auto.name)
}

export function strategyNamed(name: string): Strategy {
  const strategy = strategies.find(known => known.name === name)
  if (strategy === undefined)
    throw optionError(`There is no strategy ${unknownName(name, [auto.name, ...strategyNames()])}`)
  return strategy
}
