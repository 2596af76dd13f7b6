/** Shorter lines end where their author ended them. */
const minWrapped = 50
const ended = /[.:;!?|>`*]\s{0,2}$/
/** What a new line of its own begins with. */
const begun = /^\s{0,12}(?:[-*+|>#•] |\d{1,3}[.)] |\*\*|[#|>~]|```)/

/** `… which accepts the`, `narrow race until then.`: whether a line continues the sentence of the line before it. */
export function isWrappedLine(before: string, line: string): boolean {
  return before.trimEnd().length >= minWrapped && !ended.test(before) && !begun.test(line)
}
