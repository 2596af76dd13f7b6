/** What the strategy `auto` alone reads. */
import type { AutoOptions } from '../../options.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'

export interface AutoSettings {
  readonly speed: boolean
}

const names: NamesOf<AutoOptions> = { speed: true }

export const autoOptions: OptionGroup<AutoSettings> = {
  name: 'auto',
  names,
  resolve: ({ auto: { speed = false } = {} }) => ({ speed }),
}
