/** What a message that tells of earlier ones is made of: each telling, and the messages that it was joined with. */
import { carriersIn } from '../actions/instruction-carriers.ts'
import { type SpanMarker, spanEndIn, spanMarkerIn } from '../marker.ts'
import type { Message } from '../types.ts'

export interface SpanPart {
  /** Without its end line. */
  readonly text: string
  /** Set where the part tells of earlier messages. */
  readonly mark?: SpanMarker
}

/** We write them as a user's: whatever else reads so was quoted by somebody. Empty where nothing is told. */
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
    for (const part of partsOf(block.text)) {
      isJoined ||= part.isEnded
      const isOneMore = part.mark === undefined && parts.length > 0 && parts.at(-1)?.mark === undefined
      if (!isOneMore)
        parts.push(part.mark === undefined ? { text: part.text } : { text: part.text, mark: part.mark })
    }
  }
  if (isJoined) return parts
  // Instructions alone stand before what was told in the place of their message.
  const [told, ...others] = parts.filter(({ mark, text }) => mark !== undefined || !isInstructions(text))
  return told?.mark !== undefined && others.length === 0 ? [told] : []
}

interface Piece extends SpanPart {
  readonly isEnded: boolean
}

/** A telling begins a paragraph, and ends with its end line or with the text. */
function partsOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  const add = (from: number, to: number): void => {
    const words = text.slice(from, to)
    if (words.trim() !== '') pieces.push({ text: words, isEnded: false })
  }
  let from = 0
  for (let at = 0; at >= 0 && at < text.length; ) {
    const mark = text[at] === '[' ? spanMarkerIn(text.slice(at, at + longestHead)) : undefined
    if (mark === undefined) {
      const next = text.indexOf('\n\n[', at)
      at = next < 0 ? -1 : next + 2
      continue
    }
    add(from, at)
    const end = spanEndIn(text, at)
    pieces.push({ text: text.slice(at, end?.start), mark, isEnded: end !== undefined })
    from = end?.end ?? text.length
    const next = text.indexOf('\n\n[', from)
    at = next < 0 ? -1 : next + 2
  }
  add(from, text.length)
  return pieces
}

/** No first line of ours is longer, but for a line of state. */
const longestHead = 20_100

function isInstructions(text: string): boolean {
  let from = 0
  let isAll = true
  for (const { start, end } of [...carriersIn(text), { start: text.length, end: text.length }]) {
    isAll &&= text.slice(from, start).trim() === ''
    from = end
  }
  return isAll
}
