/** The prose of a model for the ledger; set when the model has answered. */
import type { SettingsGroup } from '../../settings/option-group.ts'
import type { StatedLedger } from '../../types.ts'

interface ProseSettings {
  readonly prose?: StatedLedger
}

export const proseSettings: SettingsGroup<ProseSettings> = { name: 'prose', resolve: () => ({}) }
