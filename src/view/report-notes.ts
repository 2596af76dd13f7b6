/** Notes are easily overlooked in a receipt: a caller may listen, and in development one of them is a warning. */
import type { Receipt } from '../receipt.ts'
import type { Note } from '../types.ts'

export interface NoteListener {
  readonly onNote?: ((note: Note) => void) | undefined
  readonly strict?: boolean | undefined
}

/** The notes of a receipt, and one where its budget was missed. */
export function reportNotes(
  { notes, budget }: Receipt,
  { onNote, strict }: NoteListener,
  didFail = false,
): void {
  const missed: readonly Note[] =
    budget?.met === false
      ? [
          {
            code: 'budget-missed',
            message: `The budget of ${budget.tokens} tokens is missed: what may not be left out takes ${budget.floor?.tokens ?? 'more'}.`,
          },
        ]
      : []
  if (typeof onNote === 'function') for (const note of [...notes, ...missed]) report(note, onNote)
  // Strict callers read receipts.
  else if (strict !== true) warnOnce((didFail ? notes : missed)[0])
}

/** A listener that throws must not fail a request. */
function report(note: Note, onNote: (note: Note) => void): void {
  try {
    onNote(note)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

let hasWarned = false

function warnOnce(note: Note | undefined): void {
  if (note === undefined || hasWarned || !isDevelopment()) return
  hasWarned = true
  process.emitWarning(note.message, {
    type: 'FoveaWarning',
    code: note.code,
    detail: 'Said once. `onNote` hears every note, `strict: true` throws, the receipt has them all.',
  })
}

/** Unset is development, as everywhere; without a process no user would see a warning. */
function isDevelopment(): boolean {
  if (typeof process === 'undefined' || typeof process.emitWarning !== 'function') return false
  return ['', 'development'].includes(process.env['NODE_ENV'] ?? '')
}
