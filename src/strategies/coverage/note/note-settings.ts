/** The note of a model for the digests, and how the view is made that its writer reads; set when the model is asked. */
import type { SettingsGroup } from '../../../settings/option-group.ts'

interface NoteSettings {
  /** An empty text reserves room for it. */
  readonly note?: { readonly text: string }
  /** Whether the view for the writer shows paths below a root, as the view does that the note is for. */
  readonly isRooted?: boolean
}

export const noteSettings: SettingsGroup<NoteSettings> = { name: 'note', resolve: () => ({}) }
