/** Several messages that give their place to others: how messages are merged, and how they come back. */

export interface MessageSpan {
  readonly first: number
  readonly last: number
  /** The text that replaces them. */
  readonly messages: readonly unknown[]
}

/** The same array where there is nothing to replace. Spans are in order and do not overlap. */
export function replaceSpans(
  messages: readonly unknown[],
  spans: readonly MessageSpan[],
): readonly unknown[] {
  if (spans.length === 0) return messages
  const replaced: unknown[] = []
  let from = 0
  for (const span of spans) {
    for (let index = from; index < span.first; index += 1) replaced.push(messages[index])
    for (const message of span.messages) replaced.push(message)
    from = span.last + 1
  }
  for (let index = from; index < messages.length; index += 1) replaced.push(messages[index])
  return replaced
}
