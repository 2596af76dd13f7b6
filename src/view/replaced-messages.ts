/** Which of several texts in one message replaces all of it. */

/** A text that replaces whole messages, and these messages. */
export interface ReplacedMessages {
  readonly text: string
  readonly original: string
}

/** A joined message may be joined again: the original of the latest join contains the text of the other, and is restored first. */
export function isLaterJoin(join: ReplacedMessages, other: ReplacedMessages): boolean {
  return join.original !== other.original && join.original.includes(JSON.stringify(other.text).slice(1, -1))
}
