/** Caches how immutable lists of messages were read: each list is read once, and a longer one continues from it. */
import { declareImmutable, isImmutable } from '../tokens/immutable.ts'
import { onForget } from '../tokens/remembered.ts'
import type { Message } from '../types.ts'
import type { Format } from './format.ts'

interface Reading {
  readonly format: Format
  readonly messages: readonly Message[]
}

let readings = new WeakMap<readonly unknown[], Reading>()
onForget(() => {
  readings = new WeakMap()
})

/** The messages as the format reads them, or as `keepReading` cached them. */
export function readMessages(raw: readonly unknown[], format: Format): readonly Message[] {
  const known = readings.get(raw)
  return known?.format === format ? known.messages : format.read(raw)
}

/**
 * Reads an immutable list for `readMessages`. A message depends only on those before it: where two lists begin with the same
 * messages, their readings are the same objects. A list with messages that may change is not cached.
 */
export function keepReading(
  raw: readonly unknown[],
  format: Format,
  before: readonly unknown[] = [],
): readonly Message[] {
  const known = readings.get(before)
  const earlier = known?.format === format ? known.messages : []
  const messages = format.read(raw)
  let same = 0
  while (same < earlier.length && raw[same] === before[same]) same += 1
  const kept = [...earlier.slice(0, same), ...messages.slice(same)]
  if (!raw.every(isImmutable)) return kept
  for (const message of messages.slice(same)) {
    declareImmutable(message)
    for (const block of message.blocks) declareImmutable(block)
  }
  readings.set(raw, { format, messages: kept })
  return kept
}
