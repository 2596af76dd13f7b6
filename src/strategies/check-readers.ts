/** Whether the strategy that applies reads the options that were given. */
import { optionError } from '../errors.ts'
import { type CompressOptions, type OptionsOfStrategies, optionReaders } from '../options.ts'
import { invalidOption } from '../settings/invalid-option.ts'
import { strategyOf } from '../settings/strategy-of.ts'
import type { StrategyName } from '../types.ts'
import { optionGroups } from './index.ts'

/** Options of added strategies are not checked: what they read is unknown. */
const builtIn = new Set(Object.values(optionReaders).flat())
const groups = [...optionGroups.map(({ name }) => name), 'model'] as const

/** Throws for an option that the strategy does not read. */
export function checkReaders(options: CompressOptions): void {
  for (const name of groups) {
    const group: unknown = options[name]
    if (group !== undefined && (typeof group !== 'object' || group === null || Array.isArray(group)))
      throw invalidOption(
        name,
        group,
        `a group of options${name === 'model' ? '; a model to count as is a `counter`' : ''}`,
      )
  }
  const strategy = strategyOf(options)
  const check = (name: string, isGiven: boolean, readers: readonly StrategyName[]): void => {
    if (!isGiven || readers.includes(strategy) || !builtIn.has(strategy)) return
    const chosen = options.strategy === undefined ? ', as no strategy was asked for' : ''
    throw optionError(
      `${name} is not read by the strategy ${strategy}, which applies here${chosen}; it is read by ${readers.join(', ')}.`,
    )
  }
  for (const name of Object.keys(optionReaders) as (keyof OptionsOfStrategies)[])
    check(name, options[name] !== undefined, optionReaders[name])
  const { classifier, ledgerWriter, writer } = options.model ?? {}
  check('model.classifier', classifier !== undefined, ['rules'])
  check('model.ledgerWriter', ledgerWriter !== undefined, ['anchored', 'hybrid', 'auto'])
  check('model.writer', writer !== undefined, ['coverage', 'auto'])
}
