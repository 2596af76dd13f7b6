/** How an epoch compresses: at once without the writer of notes, later with it. */

import type { Format } from '../formats/format.ts'
import type { CompressOptions } from '../options.ts'
import { noteIn } from '../view/note-text.ts'
import type { Epoch } from './epoch.ts'

export function hasWriter(options: CompressOptions | undefined): boolean {
  return options?.model?.writer !== undefined
}

/** No step waits for a note. */
export function withoutWriter(options: CompressOptions | undefined): CompressOptions | undefined {
  return hasWriter(options) ? { ...options, model: { ...options?.model, writer: undefined } } : options
}

/** `note`: of an earlier view of the session. */
export function withEarlierNote(
  options: CompressOptions | undefined,
  note: string | undefined,
): CompressOptions | undefined {
  if (note === undefined || options?.model?.earlierNote !== undefined) return options
  return { ...options, model: { ...options?.model, earlierNote: note } }
}

/** The note in the view of an epoch. */
export function noteOfEpoch({ spans }: Epoch, format: Format): string | undefined {
  return noteIn(format.read(spans.flatMap(({ messages }) => messages)))
}
