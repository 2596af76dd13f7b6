/** What strategies with a ledger read: which files that are being edited stay in sight. */
import { atLeast } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import type { Rehydrated } from '../spans/span-strategy.ts'

/** What `anchored` and `hybrid` read. */
export interface AnchoredOptions {
  /** Files that are being edited stay in sight as they were last shown. @default false */
  readonly rehydrate?: boolean | RehydrateOptions | undefined
}

export interface RehydrateOptions {
  /** The most files. @default 5 */
  readonly files?: number | undefined
  /** A longer text of a file is left out. @default 5000 */
  readonly tokensPerFile?: number | undefined
  /** Of all of them. @default 50000 */
  readonly tokens?: number | undefined
}

interface AnchoredSettings {
  /** Absent where it was not asked for. */
  readonly rehydrate: Rehydrated | undefined
}

const defaults: Rehydrated = { files: 5, tokensPerFile: 5000, tokens: 50_000 }

const rehydrateNames: NamesOf<RehydrateOptions> = { files: true, tokensPerFile: true, tokens: true }

export const anchoredOptions: OptionGroup<'anchored', AnchoredOptions, AnchoredSettings> = {
  name: 'anchored',
  names: { rehydrate: rehydrateNames },
  resolve: ({ rehydrate }) => ({ rehydrate: rehydrated(rehydrate) }),
}

function rehydrated(rehydrate: boolean | RehydrateOptions | undefined): Rehydrated | undefined {
  if (rehydrate === undefined || rehydrate === false) return undefined
  const given = rehydrate === true ? {} : rehydrate
  const number = (name: keyof RehydrateOptions): number =>
    atLeast(0, `anchored.rehydrate.${name}`, given[name] ?? defaults[name])
  return { files: number('files'), tokensPerFile: number('tokensPerFile'), tokens: number('tokens') }
}
