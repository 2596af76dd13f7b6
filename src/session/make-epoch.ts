/** Makes the view that the next epoch sends in place of a history. */
import { compress } from '../compress.ts'
import type { Format } from '../formats/format.ts'
import { indicesOf, messageGroups } from '../measure/message-groups.ts'
import type { Receipt } from '../receipt.ts'
import type { CompressOptions } from '../strategies/options/compress-options.ts'
import { hashText } from '../tokens/hash.ts'
import type { Message } from '../types.ts'
import type { MessageSpan } from '../view/replace-spans.ts'
import type { Epoch } from './epoch.ts'
import { fromOutline, outlineOf } from './message-identity.ts'

export interface EpochRequest {
  /** As they came, without cache marks. The newest may be shortened, as they were first sent. */
  readonly messages: readonly unknown[]
  /** The same messages, read. */
  readonly read: readonly Message[]
  readonly chain: readonly string[]
  /** The epoch in use until then. The name of the new epoch depends on it and on the history. */
  readonly current: Epoch
  readonly format: Format
  readonly options: CompressOptions
}

export interface MadeEpoch {
  /** Absent if nothing could be done. */
  readonly epoch?: Epoch
  readonly receipt: Receipt
}

export async function makeEpoch(request: EpochRequest): Promise<MadeEpoch> {
  const { messages, read, chain, format, options, current } = request
  const pins = [...(options.pins ?? []), ...newest(read)]
  // Notes are part of the receipt of the step.
  const { onNote = () => {} } = options
  const asked = { ...options, format: format.name, pins, onNote }
  const { messages: view, receipt } = await compress(messages, asked)
  const spans = spansOf(receipt, view)
  const covers = (spans.at(-1)?.last ?? -1) + 1
  const removed = spans.reduce((sum, { first, last }) => sum + last - first, 0)
  if (covers === 0 || view.length !== messages.length - removed) return { receipt }
  const name = hashText(`${current.name} ${chain[messages.length]}`)
  return { epoch: { name, covers, hash: chain[covers] as string, spans }, receipt }
}

/**
 * The agent's latest step with its results, and the last message: the current work stays verbatim, and the provider requires
 * the reasoning of that step.
 */
function newest(messages: readonly Message[]): readonly number[] {
  const groups = messageGroups(messages)
  const step = groups.findLast(group => indicesOf(group).some(index => messages[index]?.role === 'assistant'))
  return [...new Set([step, groups.at(-1)])].flatMap(group => (group === undefined ? [] : indicesOf(group)))
}

/** The spans of the history that are replaced in the view. */
function spansOf({ changes, joined = [] }: Receipt, view: readonly unknown[]): readonly MessageSpan[] {
  const lengths = new Map(joined.map(({ first, last }) => [first, last - first + 1]))
  const within = new Set(
    joined.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  )
  for (const { message, merged = [] } of changes)
    if (!within.has(message)) lengths.set(message, Math.max(lengths.get(message) ?? 1, merged.length + 1))
  let removed = 0
  return [...lengths]
    .sort(([one], [other]) => one - other)
    .map(([first, length]) => {
      const span = { first, last: first + length - 1, messages: [ownCopy(view[first - removed])] }
      removed += length - 1
      return span
    })
}

/** A copy, since a caller may change what it is sent, but not what the next epoch is made from. */
function ownCopy(message: unknown): unknown {
  const outline = outlineOf(message)
  return outline === undefined ? message : fromOutline(outline)
}
