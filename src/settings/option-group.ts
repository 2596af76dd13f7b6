/** A group of options that only some strategies read, declared in the folder of such a strategy. */
import type { NamesOf } from './option-names.ts'

export interface OptionGroup<Name extends string, Given extends object, Own extends object> {
  readonly name: Name
  readonly names: NamesOf<Given>
  /** Checks the options and fills in defaults; called with an empty object where none are given. Throws `invalid-option`. */
  readonly resolve: (given: Given) => Own
}

/** The resolved options of each group, by its name. */
export type OwnSettings = Readonly<Record<string, object>>

interface Resolved {
  readonly own: OwnSettings
}

/** Settings of a strategy under a name of their own. Those without options of callers are in no registry. */
export type SettingsGroup<Own> = { readonly name: string; readonly resolve: (given: never) => Own }

export function ownSettings<Own extends object>(
  { name, resolve }: SettingsGroup<Own>,
  { own }: Resolved,
): Own {
  return (own[name] as Own | undefined) ?? resolve({} as never)
}

export function withOwnSettings<Own extends object, Settings extends Resolved>(
  group: SettingsGroup<Own>,
  settings: Settings,
  changes: Partial<Own>,
): Settings {
  const changed = { ...ownSettings(group, settings), ...changes }
  return { ...settings, own: { ...settings.own, [group.name]: changed } }
}
