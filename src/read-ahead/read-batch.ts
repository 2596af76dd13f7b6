/** Reads in advance what choosing a view needs of some messages of a conversation, for `recordReadings`. */
import { measure } from '../measure/measure.ts'
import { withInstructions } from '../measure/with-instructions.ts'
import type { Settings } from '../settings/settings.ts'
import { strategies } from '../strategies/index.ts'
import { historyCharacters } from '../tokens/message-tokens.ts'
import { estimateCounter } from '../tokens/tokens.ts'
import type { Message } from '../types.ts'
import { maskMessages } from '../view/mask-messages.ts'

const ranker = estimateCounter()

export function readBatch({ messages: said, strategy, secrets }: ReadingBatch): void {
  const masked = secrets === 'mask' ? maskMessages(said) : undefined
  const measured = measure(said, { ranker, pins: [], preservePatterns: [], masked })
  const blocks = withInstructions(said, measured)
  // A strategy that the caller added is unknown in another thread.
  const { readAhead } = strategies.find(({ name }) => name === strategy) ?? {}
  if (readAhead !== undefined) readAhead(masked ?? said, blocks)
  // Most strategies need the kind of each block.
  else for (const block of blocks) void block.kind
}

/** The work of the threads: batches in shared memory, each taken by the first free thread. */
export interface ReadingJob {
  /** Each a serialized `ReadingBatch`. */
  readonly batches: readonly SharedArrayBuffer[]
  /** How many of them were taken. */
  readonly taken: Int32Array<SharedArrayBuffer>
}

export type ReadingReport =
  /** Serialized `SentReadings` of one batch. */
  { readonly type: 'read'; readonly readings: Uint8Array } | { readonly type: 'done' }

/** The index of the next batch; each index is returned to one thread only. */
export function takeBatch({ batches, taken }: ReadingJob): number | undefined {
  const at = Atomics.add(taken, 0, 1)
  return at < batches.length ? at : undefined
}

/** Messages that one thread reads at a time: large enough to be worth a message between threads, small enough to distribute. */
export interface ReadingBatch extends Pick<Settings, 'strategy' | 'secrets'> {
  readonly messages: readonly Message[]
}

/** Consecutive runs of about this many characters; a call and its result are read together. */
export function messageRuns(
  messages: readonly Message[],
  characters: number,
): readonly (readonly Message[])[] {
  const runs: Message[][] = []
  const open = new Set<string>()
  let run: Message[] = []
  let length = 0
  for (const message of messages) {
    run.push(message)
    length += historyCharacters([message])
    for (const block of message.blocks) {
      if (block.type === 'toolCall') open.add(block.callId)
      if (block.type === 'toolResult') open.delete(block.callId)
    }
    if (length < characters || open.size > 0) continue
    runs.push(run)
    run = []
    length = 0
  }
  return run.length === 0 ? runs : [...runs, run]
}

/** Without opaque blocks: images are large, and blocks of a provider may not be plain data. */
export function withoutOpaque(messages: readonly Message[]): readonly Message[] {
  return messages.map(({ role, blocks }) => ({
    role,
    blocks: blocks.filter(({ type }) => type !== 'opaque'),
  }))
}
