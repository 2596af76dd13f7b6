/** A reply of a few words, the question that it answers, and an answer that begins with yes or no. */

/** A longer message says itself what it means. */
const maxReply = 40
/** A question is answered that is among the last lines. */
const lastLines = 3
const question = /[?？]["'”)*_]{0,3}$/

/** Whether a line ends with a question. */
export function asks(line: string): boolean {
  return question.test(line.trimEnd())
}

export function isShortReply(text: string): boolean {
  return text.trim().length <= maxReply
}

/** `Shall I fix both?`: `yes` makes no sense without it. -1 where the lines from the first on ask nothing. */
export function lastQuestion(texts: readonly string[], first: number): number {
  const from = Math.max(first, texts.length - lastLines)
  const found = texts.slice(from).findLastIndex(text => asks(text))
  return found < 0 ? -1 : from + found
}

/** A longer question says itself what it is about. */
const maxReference = 120
const reference = /\b(?:this|that|these|those|it|them|both|either)\b/i

/** `Want me to implement this approach?` */
export function refersBack(question: string): boolean {
  return question.length <= maxReference && reference.test(question)
}

/** A shorter sentence says little. */
const minStatement = 20
const statement = /^[^\s#|>+•\d(){}[\]<-].{0,4000}[.!。！]["'”)*_`]{0,3}$/

/** Whether it is a sentence: no heading, item, row, lead-in or line of a program. */
export function isStatement(text: string): boolean {
  const line = text.trim()
  return line.length >= minStatement && statement.test(line)
}

const verdict =
  /^[\s*_>#-]{0,6}(?:(?:no|non)(?=\s{0,2}(?:[,.;:!—–-]|$))|(?:yes|not|correct|partly|partially|exactly|ja|nein|oui|sí)(?![\w'’-]))/i

/** `No, not for all of them.` */
export function isVerdict(text: string): boolean {
  return verdict.test(text)
}
