/** Whether a sentence ends as a question, also one with a quotation at its end: `It asks "Continue?"`. */

const end = /[?？]["'”)*_]{0,3}$/

export function isQuestion(sentence: string): boolean {
  return end.test(sentence)
}
