/** What the answers of an exam usually take, in tokens: means over 365 questions and 228 answers of the project's own exam. */

export const usualSizes = {
  question: 20,
  key: 31,
  /** What a reader answers to one question. */
  answer: 38,
  /** What a reader says of the view as a whole. */
  remarks: 66,
  /** A quote with its block and the names of the fields. */
  quoted: 60,
  /** A grade with its number, and a letter with what is around its grades. */
  grade: 7,
  letter: 6,
} as const

/** A text of about so many tokens. */
export function wordsOf(tokens: number): string {
  return 'word '.repeat(Math.max(0, Math.round(tokens))).trimEnd()
}
