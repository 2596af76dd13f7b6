/** A history prepared for all methods: its messages, their texts and the tokens of each text, counted once. */
import type { Format } from '../../formats/format.ts'
import { blockText, conversationText } from '../../scan/spoken-text.ts'
import { type Counters, countersFor } from '../../tokens/counters.ts'
import type { Message, OriginalsByHash } from '../../types.ts'

export interface History {
  readonly format: Format
  readonly raw: readonly unknown[]
  readonly messages: readonly Message[]
  /** Every block with text, in order. */
  readonly parts: readonly HistoryPart[]
  /** The text of all messages. */
  readonly text: string
  /** Tokens of the text alone: framing by a provider is not part of any budget here. */
  readonly tokens: number
  readonly counters: Counters
  /** Atoms that the agent uses later. Only the ceiling may read them. */
  readonly needed: readonly string[]
  /** The agent's own summary of this history, if it wrote one. */
  readonly summary?: string
  /** Originals of earlier views that are in this history. */
  readonly originalsByHash?: OriginalsByHash
}

export interface HistoryPart {
  readonly message: number
  readonly block: number
  readonly text: string
  readonly tokens: number
}

/** Facts of a history in addition to its messages. */
export type HistoryExtras = Partial<Pick<History, 'needed' | 'summary' | 'originalsByHash'>>

export function prepareHistory(
  raw: readonly unknown[],
  format: Format,
  extras: HistoryExtras = {},
  counters: Counters = countersFor({}),
): History {
  const messages = format.read(raw)
  const count = partCounter(counters)
  const parts = messages.flatMap(({ blocks }, message) =>
    blocks.flatMap((each, block) => {
      const text = blockText(each)
      return text === '' ? [] : [{ message, block, text, tokens: count(text) }]
    }),
  )
  return {
    format,
    raw,
    messages,
    parts,
    text: conversationText(messages),
    tokens: tokensOf(parts),
    counters,
    needed: [],
    ...extras,
  }
}

const partCounters = new WeakMap<Counters, (text: string) => number>()

/**
 * Tokens of a part with the line break that follows it, so that the parts of a view add up to the view.
 * Each text is counted once for the same counters: cuts, rounds and replays of a session consist of the same texts.
 */
export function partCounter(counters: Counters): (text: string) => number {
  const known = partCounters.get(counters)
  if (known !== undefined) return known
  const counted = new Map<string, number>()
  const count = (text: string): number => {
    const tokens = counted.get(text) ?? counters.counter.count(`${text}\n`)
    counted.set(text, tokens)
    return tokens
  }
  partCounters.set(counters, count)
  return count
}

export function tokensOf(parts: readonly { readonly tokens: number }[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0)
}
