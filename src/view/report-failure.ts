/** What a compression returns beside the unchanged input where it could not be done. */
import type { Receipt } from '../receipt.ts'
import type { Note, OriginalsByHash } from '../types.ts'
import { failureNote } from './compression-record.ts'
import { type NoteListener, reportNotes } from './report-notes.ts'

/** Throws the error where the caller is strict. `options` may be anything that a caller without types gives. */
export function reportFailure(
  error: unknown,
  options: NoteListener | null | undefined,
): { readonly receipt: Receipt; readonly originalsByHash: OriginalsByHash } {
  const listener = options ?? {}
  if (listener.strict === true) throw error
  const receipt = receiptOfFailure(failureNote(error))
  reportNotes(receipt, listener, true)
  return { receipt, originalsByHash: {} }
}

function receiptOfFailure(note: Note): Receipt {
  const unknown = { tokens: 0, exact: false }
  return {
    version: 2,
    strategy: 'none',
    tokens: { before: unknown, after: unknown, counter: 'none' },
    keptRatio: 1,
    changes: [],
    losses: { lossless: 0, recoverable: 0, lossy: 0 },
    notes: [note],
  }
}
