/** The note of a model for the digests; set when the model is asked. */
import type { SettingsGroup } from '../../../settings/option-group.ts'

interface NoteSettings {
  /** An empty text reserves room for it. */
  readonly note?: { readonly text: string }
}

export const noteSettings: SettingsGroup<NoteSettings> = { name: 'note', resolve: () => ({}) }
