/** The size of each message of a history: measured once, and reused by histories that continue it. */
import type { Format } from '../formats/format.ts'
import type { CountedMessage } from './message-counts.ts'
import type { Identified } from './message-identity.ts'
import type { ShortenedRecord } from './shorten-outputs.ts'

/** The measures of each message of a history. */
interface Measures {
  readonly hashes: readonly string[]
  /** See `Identified`. */
  readonly chain: readonly string[]
  readonly format: Format | undefined
  readonly entries: readonly CountedMessage[]
  /** `sizes[n]`: tokens of the first n messages. */
  readonly sizes: readonly number[]
  /** The number of agent turns that have begun up to each message, itself included. */
  readonly turns: readonly number[]
  /** How many of the first messages are those of the previous history. */
  readonly shared: number
}

interface LatestMeasures extends Measures {
  /** How each message is sent, if it was changed. */
  readonly records: readonly (ShortenedRecord | undefined)[]
  /** No message was changed. */
  readonly isAsGiven: boolean
  /** One of the messages, as it is sent, contains a handle. */
  readonly hasHandle: boolean
}

export const noMeasures: LatestMeasures = {
  hashes: [],
  chain: [''],
  format: undefined,
  entries: [],
  sizes: [0],
  turns: [],
  shared: 0,
  records: [],
  isAsGiven: true,
  hasHandle: false,
}

/** Only messages after the shared beginning are measured. */
export function measuresAfter(
  before: Measures,
  { hashes, chain }: Pick<Identified, 'hashes' | 'chain'>,
  format: Format,
  entryOf: (index: number) => CountedMessage,
): Measures {
  const maxShared = before.format === format ? Math.min(hashes.length, before.hashes.length) : 0
  // A history that goes on has the whole one before as its beginning.
  const isLonger = chain[maxShared] === before.chain[maxShared]
  let shared = isLonger ? maxShared : 0
  while (shared < maxShared && hashes[shared] === before.hashes[shared]) shared += 1
  const entries = before.entries.slice(0, shared)
  const sizes = before.sizes.slice(0, shared + 1)
  const turns = before.turns.slice(0, shared)
  for (let index = shared; index < hashes.length; index += 1) {
    const entry = entryOf(index)
    const begins = entry.isOfAgent && entries[index - 1]?.isOfAgent !== true
    entries.push(entry)
    sizes.push((sizes[index] as number) + entry.tokens)
    turns.push((turns[index - 1] ?? 0) + (begins ? 1 : 0))
  }
  return { hashes, chain, format, entries, sizes, turns, shared }
}
