/** The registry of the groups of options that only some strategies read. The compiler asks for a line for each group. */
import type { OptionGroup } from '../../settings/option-group.ts'
import type { OptionNames } from '../../settings/option-names.ts'
import { anchoredOptions } from '../anchored/anchored-options.ts'
import { autoOptions } from '../auto/auto-options.ts'
import { capOptions } from '../cap/cap-options.ts'
import { partitionOptions } from '../partition/partition-options.ts'
import { rulesOptions } from '../rules/rules-options.ts'
import type { OptionsOfStrategies } from './compress-options.ts'

type Groups = Omit<OptionsOfStrategies, 'focus' | 'handles' | 'state'>
type GroupName = keyof Groups

const optionGroups: {
  readonly [Name in GroupName]: OptionGroup<Name, Groups[Name], object>
} = {
  rules: rulesOptions,
  cap: capOptions,
  partition: partitionOptions,
  anchored: anchoredOptions,
  auto: autoOptions,
}

interface AnyGroup {
  readonly name: GroupName
  readonly names: OptionNames
  readonly resolve: (given: object) => object
}

/** A value for each group, by the name of the group. */
export function byGroup<Value>(describe: (group: AnyGroup) => Value): Readonly<Record<GroupName, Value>> {
  const groups: readonly AnyGroup[] = Object.values(optionGroups)
  return Object.fromEntries(groups.map(group => [group.name, describe(group)])) as Record<GroupName, Value>
}

export const groupNames = Object.keys(optionGroups) as readonly GroupName[]
