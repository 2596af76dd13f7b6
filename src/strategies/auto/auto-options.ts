/** Options of the strategy `auto`. */
import { flag } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'

/** Options of the strategy `auto`. */
export interface AutoOptions {
  /** Whether speed matters more than summaries of older messages. @default false */
  readonly speed?: boolean | undefined
}

interface AutoSettings {
  readonly speed: boolean
}

export const autoOptions: OptionGroup<'auto', AutoOptions, AutoSettings> = {
  name: 'auto',
  names: { speed: true },
  resolve: ({ speed = false }) => ({ speed: flag('auto.speed', speed) }),
}
