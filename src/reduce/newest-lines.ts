/** The end of a run of messages as text: as many of its newest lines as fit into a number of tokens. */
import { binarySearch } from '../scan/binary-search.ts'
import { linesOf } from '../scan/lines.ts'
import { isSpanEnd } from '../scan/marker.ts'
import type { Block, Message, TokenCounter } from '../types.ts'

export interface NumberedMessage {
  readonly message: Message
  /** The number that texts name it by. */
  readonly number: number
}

const heading = '[The end of them; "…" marks what is left out]'

/** Above lines that were chosen for their content, before the newest ones. */
export const answersHeading = '[Lines of them that are needed; "…" marks what is left out]'

export function withoutAddedLines(text: string): string {
  const ends = [answersHeading, heading].map(each => text.indexOf(`\n${each}\n`)).filter(at => at >= 0)
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends))
}

/** `undefined` where there is no room for more than a few words. Costs at most `room` with the line break before it. */
export function newestLines(
  numbered: readonly NumberedMessage[],
  room: number,
  counter: TokenCounter,
): string | undefined {
  const cost = (text: string): number => counter.count(`${text}\n`)
  let left = room - cost(`\n${heading}`)
  if (left < minRoom) return undefined
  const shown: string[] = []
  for (const line of linesFromTheEnd(numbered)) {
    const tokens = line.length > left * maxCharactersAToken ? Number.POSITIVE_INFINITY : cost(line)
    if (tokens <= left) {
      shown.push(line)
      left -= tokens
      continue
    }
    const cut = endOf(line, left, cost)
    if (cut !== undefined) shown.push(cut)
    break
  }
  // Joined lines mostly take fewer tokens than their sum; where they take more, lines are removed again.
  for (;;) {
    if (shown.length === 0) return undefined
    const text = [heading, ...shown.toReversed()].join('\n')
    if (counter.count(`\n${text}`) <= room) return text
    shown.length -= Math.max(1, shown.length >> 3)
  }
}

const minRoom = 12
/** No tokenizer has longer tokens for readable text. */
const maxCharactersAToken = 40

/** Newest first; the first line of each block names its speaker. */
function* linesFromTheEnd(numbered: readonly NumberedMessage[]): Generator<string> {
  for (const { message, number } of numbered.toReversed())
    for (const block of message.blocks.toReversed()) {
      if (block.type === 'opaque' || block.text === '') continue
      const lines = linesOf(block.text)
      for (let at = lines.length - 1; at >= 0; at -= 1) {
        const line = lines[at]?.text ?? ''
        if (isSpanEnd(line)) continue
        if (at === 0) yield `#${number} ${speakerPrefix(message, block)}${line}`
        else if (line.trim() !== '') yield line
      }
    }
}

export function speakerPrefix({ role }: Message, block: Block): string {
  if (block.type === 'toolCall') return `${block.name} `
  return block.type === 'toolResult' ? '→ ' : `${role}: `
}

/** The longest end of a line that fits. */
function endOf(line: string, room: number, cost: (text: string) => number): string | undefined {
  const maxLength = Math.min(line.length, room * maxCharactersAToken)
  const tooLong = binarySearch(0, maxLength, length => cost(`…${line.slice(-length)}`) > room)
  const start = line.length - Math.max(0, tooLong - 1)
  const isInsidePair = (line.charCodeAt(start) & 0xfc00) === 0xdc00
  const end = line.slice(isInsidePair ? start + 1 : start)
  return end.length < minRoom ? undefined : `…${end}`
}
