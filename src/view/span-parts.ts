/** The parts of a message that replaces earlier ones: each summary, and the messages that it was joined with. */
import { isOnlyCarriers } from '../scan/actions/instruction-carriers.ts'
import { type SpanMarker, spanPieces } from '../scan/marker.ts'
import type { Block, Message } from '../types.ts'

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
  const [summary, ...others] = parts.filter(({ mark, text }) => mark !== undefined || !isOnlyCarriers(text))
  return summary?.mark !== undefined && others.length === 0 ? [summary] : []
}

/** The message without its summaries of earlier messages; the same object where it has none beside other words. */
export function ownWords(message: Message): Message {
  if (spanParts(message).length < 2) return message
  const blocks = message.blocks.flatMap((block): readonly Block[] => {
    if (block.type !== 'text') return [block]
    const pieces = spanPieces(block.text)
    const own = pieces.flatMap(({ text, mark }, at) =>
      mark === undefined ? [text.slice(at === 0 ? 0 : 2, at === pieces.length - 1 ? undefined : -2)] : [],
    )
    return own.length === 0 ? [] : [{ ...block, text: own.join('\n\n') }]
  })
  return { ...message, blocks }
}
