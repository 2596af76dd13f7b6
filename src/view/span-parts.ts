/** The parts of a message that replaces earlier ones: each summary, and the messages that it was joined with. */
import { carriersIn } from '../scan/actions/instruction-carriers.ts'
import { type SpanMarker, spanPieces } from '../scan/marker.ts'
import type { Message } from '../types.ts'

interface SpanPart {
  /** Without its end line. */
  readonly text: string
  /** Set where the part summarizes earlier messages. */
  readonly mark?: SpanMarker
}

/** We write them as a user's: any other text of this form is a quotation. Empty where there is none. */
export function spanParts({ role, blocks }: Message): readonly SpanPart[] {
  if (role !== 'user') return []
  const parts: SpanPart[] = []
  let isJoined = false
  for (const block of blocks) {
    if (block.type !== 'text') {
      // A message has many blocks, and is one.
      if (parts.length === 0 || parts.at(-1)?.mark !== undefined) parts.push({ text: '' })
      continue
    }
    for (const part of spanPieces(block.text)) {
      isJoined ||= part.isEnded
      const isOneMore = part.mark === undefined && parts.length > 0 && parts.at(-1)?.mark === undefined
      if (!isOneMore)
        parts.push(part.mark === undefined ? { text: part.text } : { text: part.text, mark: part.mark })
    }
  }
  if (isJoined) return parts
  // Only instructions precede the text that replaces their message.
  const [summary, ...others] = parts.filter(({ mark, text }) => mark !== undefined || !isInstructions(text))
  return summary?.mark !== undefined && others.length === 0 ? [summary] : []
}

function isInstructions(text: string): boolean {
  let from = 0
  let isAll = true
  for (const { start, end } of [...carriersIn(text), { start: text.length, end: text.length }]) {
    isAll &&= text.slice(from, start).trim() === ''
    from = end
  }
  return isAll
}
