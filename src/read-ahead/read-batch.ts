/** Reads what choosing a view will read of these messages, for `recordReadings`. */
import { noteInstructions } from '../measure/instructions.ts'
import { measure } from '../measure/measure.ts'
import { strategies } from '../strategies/index.ts'
import { estimateCounter } from '../tokens/tokens.ts'
import { maskMessages } from '../view/mask-messages.ts'
import type { ReadingBatch } from './reading-batch.ts'

const ranker = estimateCounter()

export function readBatch({ messages: said, strategy, secrets }: ReadingBatch): void {
  const masked = secrets === 'mask' ? maskMessages(said) : undefined
  const blocks = measure(said, { ranker, pins: [], preservePatterns: [], masked })
  noteInstructions(said, blocks)
  // A strategy of the caller's is not known in another thread.
  const { readAhead } = strategies.find(({ name }) => name === strategy) ?? {}
  if (readAhead !== undefined) readAhead(masked ?? said, blocks)
  // Most strategies ask for the kind of each block.
  else for (const block of blocks) void block.kind
}
