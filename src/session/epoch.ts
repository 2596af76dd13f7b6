/** An epoch: a view that was chosen once for the beginning of a history, and is used until the next one. */
import type { MessageSpan } from '../view/replace-spans.ts'

/** Plain JSON. */
export interface Epoch {
  /** Derived from the history that it was made for, and the epoch before it. */
  readonly name: string
  /** It belongs to every history whose first `covers` messages have this hash, and to no other. */
  readonly covers: number
  readonly hash: string
  /** Messages of the history that were replaced. */
  readonly spans: readonly MessageSpan[]
}

/** The epoch of histories without any replacement. */
export const noEpoch: Epoch = { name: '', covers: 0, hash: '', spans: [] }

export function belongsTo({ covers, hash }: Epoch, chain: readonly string[]): boolean {
  return chain[covers] === hash
}

/** A view with its size at every length of the history. */
export interface EpochView {
  readonly messages: readonly unknown[]
  /** `sizes[n]`: tokens of what represents the first n messages; within a span, of what is before it. */
  readonly sizes: readonly number[]
  readonly tokens: number
}

interface ViewParts {
  /** The message as it is sent if no epoch replaces it. */
  messageAt(index: number): unknown
  tokensAt(index: number): number
  tokensOf(message: unknown): number
}

/** The same array if every message is unchanged. */
export function viewUnder(
  { spans }: Pick<Epoch, 'spans'>,
  history: readonly unknown[],
  parts: ViewParts,
): EpochView {
  const messages: unknown[] = []
  const sizes = [0]
  let tokens = 0
  let next = 0
  let isSame = true
  for (let index = 0; index < history.length; index += 1) {
    const span = spans[next]
    if (span === undefined || index < span.first) {
      const message = parts.messageAt(index)
      isSame &&= message === history[index]
      messages.push(message)
      tokens += parts.tokensAt(index)
    } else {
      for (; index < span.last && index < history.length - 1; index += 1) sizes.push(tokens)
      if (index === span.last) {
        isSame = false
        messages.push(...span.messages)
        for (const message of span.messages) tokens += parts.tokensOf(message)
        next += 1
      }
    }
    sizes.push(tokens)
  }
  return { messages: isSame ? history : messages, sizes, tokens }
}

/** How many messages precede the first difference between the two. */
export function sharedLength(one: Epoch, other: Epoch): number {
  const maxLength = Math.max(one.spans.length, other.spans.length)
  for (let index = 0; index < maxLength; index += 1) {
    const [here, there] = [one.spans[index], other.spans[index]]
    if (here === undefined || there === undefined || !isSameSpan(here, there))
      return Math.min(here?.first ?? Number.POSITIVE_INFINITY, there?.first ?? Number.POSITIVE_INFINITY)
  }
  return Number.POSITIVE_INFINITY
}

/** An epoch read from the store is another object. */
function isSameSpan(one: MessageSpan, other: MessageSpan): boolean {
  if (one === other) return true
  const isSamePlace = one.first === other.first && one.last === other.last
  return isSamePlace && JSON.stringify(one.messages) === JSON.stringify(other.messages)
}
