/** Whether a person asks something in a message, also without a question mark. */
export function asksSomething(text: string): boolean {
  return questionMark.test(text) || opensQuestion.test(text)
}

/** Not part of an address or an expression. */
const questionMark = /[?？](?=[\s"'”)*_]|$)/
/** `do you think that is better`: many people type no question mark. */
const opensQuestion =
  /(?:^|[.!\n]\s{0,3})(?:do|does|did|is|are|was|were|should|would|has|have)(n['’]t)? (?:you|we|i|it|this|that|there|the|they|these|those|all|any|our|your)(?!\w)/i
