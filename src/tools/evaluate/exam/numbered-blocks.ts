/** A conversation for the writer of questions: block by block, each with its number and its speaker. */
import { binarySearch } from '../../../scan/binary-search.ts'
import { blockText } from '../../../scan/spoken-text.ts'
import type { Block, Message, TokenCounter } from '../../../types.ts'
import { headAndTailOf } from '../methods/head-and-tail.ts'

export interface NumberedBlock {
  /** From 1. */
  readonly number: number
  /** `user`, `assistant`, `assistant calls Read`, `tool result`. */
  readonly speaker: string
  readonly text: string
}

export function numberedBlocks(messages: readonly Message[]): readonly NumberedBlock[] {
  const spoken = messages.flatMap(({ role, blocks }) =>
    blocks.filter(({ type }) => type !== 'opaque').map(block => ({ role, block })),
  )
  return spoken.map(({ role, block }, index) => ({
    number: index + 1,
    speaker: speakerOf(role, block),
    // The speaker already names the tool.
    text: block.type === 'toolCall' ? blockText({ ...block, name: '' }).trimStart() : blockText(block),
  }))
}

/** `user`, `assistant calls Read`, `tool result`. */
export function speakerOf(role: string, block: Block): string {
  if (block.type === 'toolCall') return `${role} calls ${block.name}`
  return block.type === 'toolResult' ? 'tool result' : role
}

/** All blocks as one text; if it has more than `tokens`, the longest blocks are cut to their beginning and end. */
export function numberedText(
  blocks: readonly NumberedBlock[],
  tokens: number,
  counter: TokenCounter,
): string {
  const whole = textWithin(blocks, Number.POSITIVE_INFINITY)
  if (counter.count(whole) <= tokens) return whole
  const longest = blocks.reduce((most, { text }) => Math.max(most, text.length), 0)
  const tooLong = binarySearch(0, longest, length => counter.count(textWithin(blocks, length)) > tokens)
  return textWithin(blocks, Math.max(0, tooLong - 1))
}

function textWithin(blocks: readonly NumberedBlock[], length: number): string {
  return blocks
    .map(({ number, speaker, text }) => `#${number} ${speaker}:\n${headAndTailOf(text, length)}`)
    .join('\n\n')
}
