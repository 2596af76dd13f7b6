/** The note of a model for the digests, and the view that its writer reads; set when the model is asked. */
import type { SettingsGroup } from '../../../settings/option-group.ts'

interface NoteSettings {
  /** An empty text reserves room for it. */
  readonly note?: { readonly text: string }
  /** Whether a writer reads the view. */
  readonly isForWriter?: boolean
}

export const noteSettings: SettingsGroup<NoteSettings> = { name: 'note', resolve: () => ({}) }
