/** What strategies with a ledger read: which files that are being edited stay in sight. */
import type { AnchoredOptions, RehydrateOptions } from '../../options.ts'
import { atLeast } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'

export type Rehydrated = Readonly<Record<keyof RehydrateOptions, number>>

export interface RehydrateSettings {
  /** Absent where it was not asked for. */
  readonly rehydrate: Rehydrated | undefined
}

const defaults: Rehydrated = { files: 5, tokensPerFile: 5000, tokens: 50_000 }

const rehydrateNames: NamesOf<RehydrateOptions> = { files: true, tokensPerFile: true, tokens: true }
const names: NamesOf<AnchoredOptions> = { rehydrate: rehydrateNames }

export const rehydrateOptions: OptionGroup<RehydrateSettings> = {
  name: 'anchored',
  names,
  resolve: ({ anchored }) => ({ rehydrate: rehydrated(anchored?.rehydrate) }),
}

function rehydrated(rehydrate: boolean | RehydrateOptions | undefined): Rehydrated | undefined {
  if (rehydrate === undefined || rehydrate === false) return undefined
  const given = rehydrate === true ? {} : rehydrate
  const number = (name: keyof RehydrateOptions): number =>
    atLeast(0, `anchored.rehydrate.${name}`, given[name] ?? defaults[name])
  return { files: number('files'), tokensPerFile: number('tokensPerFile'), tokens: number('tokens') }
}
