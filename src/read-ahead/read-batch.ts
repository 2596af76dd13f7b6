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

/** What threads read: batches in memory that all of them see, each taken by whoever is free first. */

export interface ReadingJob {
  /** Each a serialized `ReadingBatch`. */
  readonly batches: readonly SharedArrayBuffer[]
  /** How many of them were taken. */
  readonly taken: Int32Array<SharedArrayBuffer>
}

export type ReadingReport =
  /** Serialized `SentReadings` of one batch. */
  { readonly type: 'read'; readonly readings: Uint8Array } | { readonly type: 'done' }

/** The index of the next batch, for the thread that asks alone. */
export function takeBatch({ batches, taken }: ReadingJob): number | undefined {
  const at = Atomics.add(taken, 0, 1)
  return at < batches.length ? at : undefined
}
