/** Options of the strategies with a ledger: which files that are being edited stay in the view. */
import { atLeast } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import type { RehydrateLimits } from '../spans/rehydrate-limits.ts'

/** Options of `anchored` and `hybrid`. */
export interface AnchoredOptions {
  /** Keeps files that are being edited in the view, as they were last shown. @default false */
  readonly rehydrate?: boolean | RehydrateOptions | undefined
}

export interface RehydrateOptions {
  /** Maximum number of files. @default 5 */
  readonly files?: number | undefined
  /** A file with more tokens is left out. @default 5000 */
  readonly tokensPerFile?: number | undefined
  /** Maximum tokens of all files together. @default 50000 */
  readonly tokens?: number | undefined
}

interface AnchoredSettings {
  /** Absent unless asked for. */
  readonly rehydrate: RehydrateLimits | undefined
}

const defaults: RehydrateLimits = { files: 5, tokensPerFile: 5000, tokens: 50_000 }

const rehydrateNames: NamesOf<RehydrateOptions> = { files: true, tokensPerFile: true, tokens: true }

export const anchoredOptions: OptionGroup<'anchored', AnchoredOptions, AnchoredSettings> = {
  name: 'anchored',
  names: { rehydrate: rehydrateNames },
  resolve: ({ rehydrate }) => ({ rehydrate: rehydrateLimits(rehydrate) }),
}

function rehydrateLimits(rehydrate: boolean | RehydrateOptions | undefined): RehydrateLimits | undefined {
  if (rehydrate === undefined || rehydrate === false) return undefined
  const given = rehydrate === true ? {} : rehydrate
  const number = (name: keyof RehydrateOptions): number =>
    atLeast(0, `anchored.rehydrate.${name}`, given[name] ?? defaults[name])
  return { files: number('files'), tokensPerFile: number('tokensPerFile'), tokens: number('tokens') }
}
