/** The options that one strategy alone reads: each is declared in the folder of its strategy. */
import type { CompressOptions, OptionsOfStrategies } from '../options.ts'
import type { OptionNames } from './option-names.ts'

export interface OptionGroup<Own extends object = object> {
  readonly name: keyof OptionsOfStrategies
  readonly names: OptionNames
  /** What the options come to, also where none are given. Throws `invalid-option`. */
  readonly resolve: (options: CompressOptions) => Own
}

/** What the options of each group came to, by its name. */
export type OwnSettings = Readonly<Record<string, object>>

interface Resolved {
  readonly own: OwnSettings
}

export function ownSettings<Own extends object>({ name }: OptionGroup<Own>, { own }: Resolved): Own {
  return own[name] as Own
}

export function withOwnSettings<Own extends object, Settings extends Resolved>(
  group: OptionGroup<Own>,
  settings: Settings,
  changes: Partial<Own>,
): Settings {
  const changed = { ...ownSettings(group, settings), ...changes }
  return { ...settings, own: { ...settings.own, [group.name]: changed } }
}
