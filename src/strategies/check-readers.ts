/** Whether the strategy that applies reads the options that were given. */
import { optionError } from '../errors.ts'
import { invalidOption } from '../settings/invalid-option.ts'
import { isRecord } from '../tokens/json-value.ts'
import type { CompressOptions } from './compress-options.ts'
import { readersOf, strategies } from './index.ts'
import { groupNames } from './option-groups.ts'
import type { OptionName } from './strategy.ts'
import { strategyOf } from './strategy-of.ts'

const groups = [...groupNames, 'model'] as const

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
  const reads = strategies.find(({ name }) => name === strategy)?.reads
  const unread = reads === undefined ? undefined : givenOf(options).find(name => !reads.includes(name))
  if (unread === undefined) return
  const chosen = options.strategy === undefined ? ', as no strategy was asked for' : ''
  throw optionError(
    `${unread} is not read by the strategy ${strategy}, which applies here${chosen}; it is read by ${readersOf(unread).join(', ')}.`,
  )
}

/** The options that were given and that only some strategies read. */
function givenOf(options: CompressOptions): readonly OptionName[] {
  const readBySome = new Set(strategies.flatMap(({ reads }) => reads ?? []))
  return [...readBySome].filter(name => {
    const [group, option] = name.split('.') as [keyof CompressOptions, string?]
    const value: unknown = options[group]
    return (option === undefined || !isRecord(value) ? value : value[option]) !== undefined
  })
}
