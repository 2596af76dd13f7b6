/** Reads a long conversation in several threads before it is compressed, which fills the caches by text. */
import { formatOf } from '../formats/detect-format.ts'
import type { CompressOptions } from '../strategies/options/compress-options.ts'
import { strategyOf } from '../strategies/options/strategy-of.ts'
import { historyCharacters } from '../tokens/message-tokens.ts'
import { addSentReadings, isRead, keepReadings, type Readings, recordReadings } from '../tokens/remembered.ts'
import type { Message, Note } from '../types.ts'
import {
  messageRuns,
  type ReadingBatch,
  type ReadingJob,
  readBatch,
  takeBatch,
  withoutOpaque,
} from './read-batch.ts'
import { takeThreads } from './reading-threads.ts'

export interface ReadAhead {
  /** Notes about failed threads; what they did not read is read later as usual. */
  readonly notes: readonly Note[]
  /** Called when the compression is over. */
  forget(): void
}

interface ReadAheadSizes {
  /** Shorter conversations are read faster than they are distributed. */
  readonly minCharacters: number
  readonly batchCharacters: number
}

const sizes: ReadAheadSizes = { minCharacters: 1_000_000, batchCharacters: 100_000 }
/** The slowest readers; a text with a cached result of one of them was read before. */
const longReaders = ['pieces', 'call pieces', 'kind']

/** `undefined` if it does not pay off, or if the messages cannot be read: the compression reports the reason. */
export async function readAhead(
  raw: readonly unknown[],
  options: CompressOptions,
  by: ReadAheadSizes = sizes,
): Promise<ReadAhead | undefined> {
  const { workers = 0 } = options
  const batches = workers > 0 ? batchesOf(raw, options, by) : []
  if (batches.length < 2) return undefined
  const texts = new Map<string, Readings>()
  const forget = keepReadings(texts)
  const notes = await readBatches(batches, Math.min(workers, batches.length - 1), texts)
  return { notes, forget }
}

async function readBatches(
  batches: readonly ReadingBatch[],
  workers: number,
  texts: Map<string, Readings>,
): Promise<readonly Note[]> {
  try {
    const { deserialize, serialize } = process.getBuiltinModule('node:v8')
    const job: ReadingJob = {
      batches: batches.map(batch => shared(serialize(batch))),
      taken: new Int32Array(new SharedArrayBuffer(4)),
    }
    const reading = takeThreads(workers).map(thread =>
      thread.read(job, readings => addSentReadings(deserialize(readings), texts)),
    )
    const ended = Promise.allSettled(reading)
    // Threads that start meanwhile find less to do.
    for (let at = takeBatch(job); at !== undefined; at = takeBatch(job))
      recordReadings(() => readBatch(batches[at as number] as ReadingBatch), texts)
    return (await ended).flatMap(end => (end.status === 'rejected' ? [failure(end.reason)] : []))
  } catch (error) {
    // An environment without threads, or a block that is not plain data.
    return [failure(error)]
  }
}

function failure(error: unknown): Note {
  const why = error instanceof Error ? error.message : String(error)
  return {
    code: 'worker-failed',
    message: `A worker thread did not read its part (${why}); it was read without it.`,
  }
}

/** The longest first, so that no thread begins a long one at the end. */
function batchesOf(
  raw: readonly unknown[],
  options: CompressOptions,
  { minCharacters, batchCharacters }: ReadAheadSizes,
): readonly ReadingBatch[] {
  const unread = messageRuns(saidIn(raw, options), batchCharacters)
    .filter(run => !run.every(isKnown))
    .map(messages => ({ messages, characters: historyCharacters(messages) }))
    .sort((one, other) => other.characters - one.characters)
  if (unread.reduce((sum, { characters }) => sum + characters, 0) < minCharacters) return []
  const strategy = strategyOf(options)
  const secrets = options.secrets ?? 'mask'
  return unread.map(({ messages }) => ({ messages: withoutOpaque(messages), strategy, secrets }))
}

function saidIn(raw: readonly unknown[], { format }: CompressOptions): readonly Message[] {
  try {
    return formatOf(raw, format).read(raw)
  } catch {
    return []
  }
}

function isKnown({ blocks }: Message): boolean {
  return blocks.every(block => block.type === 'opaque' || isRead(block.text, longReaders))
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.length)
  new Uint8Array(memory).set(bytes)
  return memory
}
