/** The accepted texts in their places, held against the provider's rules. */

import { type MessageSpan, replaceSpans } from './choose/message-spans.ts'
import type { Conversation } from './conversation.ts'
import type { Outcome } from './outcome.ts'
import type { Edit } from './types.ts'
import { assertStillValid } from './verify/still-valid.ts'

/** The very array that was read where nothing changed. */
export function writeView({ drafts }: Outcome, { format, raw }: Conversation): readonly unknown[] {
  const edits: Edit[] = []
  const spans: MessageSpan[] = []
  for (const { measured, messages, path, after, original } of drafts) {
    const edit = { message: measured.message, path, text: after, media: 'text' as const }
    if (original.media !== 'messages') edits.push(edit)
    else
      spans.push({
        first: measured.message,
        last: measured.message + messages - 1,
        messages: format.write([original.message], [{ ...edit, message: 0 }]),
      })
  }
  const view = replaceSpans(format.write(raw, edits), spans)
  assertStillValid(format, raw, view)
  return view
}
