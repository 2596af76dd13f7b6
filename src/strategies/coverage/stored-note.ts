/** A model's note as it is stored: with the answer that it came from, and what that was written from. */

import type { WrittenNote } from '../../models/model.ts'
import { type NoteRequest, noteRequestHash } from '../../models/write-note.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import type { NoteReport } from '../../types.ts'
import type { Outcome } from '../../view/outcome.ts'

export interface StoredNote {
  /** As it stands in the view. */
  readonly note: string
  readonly answer: WrittenNote
  /** Handles of the messages that it tells of. */
  readonly originals: readonly string[]
}

/** Under which the answer to a request is found again. */
export function noteKey(requestHash: string): string {
  return hashText(`note\0${requestHash}`)
}

/** The note and the larger view, each under a key of its own. */
export function storedNoteTexts(
  { note, answer, originals }: StoredNote,
  request: NoteRequest,
): { readonly texts: NonNullable<Outcome['extraTexts']>; readonly from: NonNullable<NoteReport['from']> } {
  const { view } = request
  const from = { view: handleOf(hashText(view)), originals }
  const text = JSON.stringify({ fovea: 'note', note, answer, from })
  return {
    texts: [
      { viewHash: noteKey(noteRequestHash(request)), text },
      { viewHash: hashText(`note view\0${view}`), text: view },
    ],
    from,
  }
}

/** `undefined` where the text is no stored note. */
export function readStoredNote(text: string | undefined): StoredNote | undefined {
  if (text === undefined) return undefined
  try {
    const { fovea, note, answer, from } = JSON.parse(text)
    const isNote = fovea === 'note' && typeof note === 'string' && typeof answer?.text === 'string'
    return isNote ? { note, answer, originals: from?.originals ?? [] } : undefined
  } catch {
    return undefined
  }
}
