/** A reply of a few words, and the question that it answers. */

/** A longer message says itself what it means. */
const maxReply = 40
/** A question is answered that is among the last lines. */
const lastLines = 3
const asks = /[?？]["'”)*_]{0,3}$/

export function isShortReply(text: string): boolean {
  return text.trim().length <= maxReply
}

/** `Shall I fix both?`: `yes` makes no sense without it. -1 where the lines from the first on ask nothing. */
export function lastQuestion(texts: readonly string[], first: number): number {
  const from = Math.max(first, texts.length - lastLines)
  const found = texts.slice(from).findLastIndex(text => asks.test(text.trimEnd()))
  return found < 0 ? -1 : from + found
}
