/** What the strategy `cap` alone reads. */
import { type CapOptions, defaults } from '../../options.ts'
import { atLeast } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'

export interface CapSettings {
  /** No block that may be reduced stays above this many tokens. */
  readonly maxBlockTokens: number
}

const names: NamesOf<CapOptions> = { maxBlockTokens: true }

export const capOptions: OptionGroup<CapSettings> = {
  name: 'cap',
  names,
  resolve: ({ cap: { maxBlockTokens = defaults.cap.maxBlockTokens } = {} }) => ({
    maxBlockTokens: atLeast(1, 'cap.maxBlockTokens', maxBlockTokens),
  }),
}
