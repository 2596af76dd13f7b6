/** How a model's note is written into a view. */
import type { Message } from '../types.ts'
import { spanParts } from './span-parts.ts'

/** The line above the note, which continues to the end of its digest. */
export const noteTitle =
  'Note by a model, from a longer view of these messages; names, numbers and quotes are checked:'

/** The latest note in views of earlier rounds. */
export function noteIn(messages: readonly Message[]): string | undefined {
  for (const message of messages.toReversed())
    for (const { mark, text } of spanParts(message).toReversed()) {
      const at = mark?.form === 'digest' ? text.lastIndexOf(`\n${noteTitle}\n`) : -1
      if (at >= 0) return text.slice(at + noteTitle.length + 2).trim()
    }
  return undefined
}
