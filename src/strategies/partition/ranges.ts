/** Runs of messages that are summarized together: what was said back and forth, and the steps of agents that act through text. */
import type { Measured } from '../../reduce/plan.ts'

/** Indices of blocks, each the only one of its message. */
export interface Range {
  readonly first: number
  readonly last: number
}

/** As much as one summary should cover. */
const maxTokens = 5000
/** After a pause of so many hours another conversation begins, if this one is long enough to be summarized alone. */
const pauseHours = 1
const minTokens = 1000

/**
 * Of at least two messages. A range begins and ends with the same role, so that the roles around the message that takes its
 * place follow each other as before.
 */
export function messageRanges(
  blocks: readonly Measured[],
  isWanted: (index: number) => boolean,
): readonly Range[] {
  const sizes = new Map<number, number>()
  for (const { message } of blocks) sizes.set(message, (sizes.get(message) ?? 0) + 1)
  const isPart = (index: number): boolean => {
    const block = blocks[index]
    return block !== undefined && block.type === 'text' && sizes.get(block.message) === 1 && isWanted(index)
  }
  const ranges: Range[] = []
  for (let first = 0; first < blocks.length; first += 1) {
    if (!isPart(first)) continue
    const last = endOf(blocks, first, isPart)
    if (last > first) ranges.push({ first, last })
    first = last
  }
  return ranges
}

function endOf(blocks: readonly Measured[], first: number, isPart: (index: number) => boolean): number {
  const { role } = blocks[first] as Measured
  let last = first
  let tokens = (blocks[first] as Measured).tokens
  for (let index = first + 1; isPart(index); index += 1) {
    const before = blocks[index - 1] as Measured
    const block = blocks[index] as Measured
    tokens += block.tokens
    if (tokens > maxTokens || block.message !== before.message + 1) break
    if (tokens - block.tokens >= minTokens && hoursOf(before) - hoursOf(block) > pauseHours) break
    if (block.role === role) last = index
  }
  return last
}

function hoursOf({ partition }: Measured): number {
  return partition?.hours ?? 0
}
