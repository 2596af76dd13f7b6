/** Options of the strategy `cap`. */
import { atLeast } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'

/** Options of the strategy `cap`. */
export interface CapOptions {
  /** Without a budget, no block that may be reduced stays above this many tokens. @default 2000 */
  readonly maxBlockTokens?: number | undefined
}

interface CapSettings {
  /** No block that may be reduced stays above this many tokens. */
  readonly maxBlockTokens: number
}

export const capOptions: OptionGroup<'cap', CapOptions, CapSettings> = {
  name: 'cap',
  names: { maxBlockTokens: true },
  resolve: ({ maxBlockTokens = 2000 }) => ({
    maxBlockTokens: atLeast(1, 'cap.maxBlockTokens', maxBlockTokens),
  }),
}
