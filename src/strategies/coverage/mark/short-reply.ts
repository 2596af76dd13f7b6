/** Short replies, the questions that they answer, and answers that begin with yes or no. */
import { isFiller } from '../../../reduce/is-filler.ts'
import { isQuestion } from '../../../scan/is-question.ts'
import { knowsEnough, opensReport } from '../facts/line-forms.ts'
import { announcesMore } from '../facts/step-words.ts'

/** A longer message is understood by itself. */
const maxReply = 40
/** The question that a reply answers is among the last lines. */
const lastLines = 3

/** Whether a line ends with a question. */
export function asks(line: string): boolean {
  return isQuestion(line.trimEnd())
}

export function isShortReply(text: string): boolean {
  return text.trim().length <= maxReply
}

/** `Shall I fix both?`: `yes` makes no sense without it. -1 where the lines from `first` on ask nothing. */
export function lastQuestion(texts: readonly string[], first: number): number {
  const from = Math.max(first, texts.length - lastLines)
  const found = texts.slice(from).findLastIndex(text => asks(text))
  return found < 0 ? -1 : from + found
}

/** A longer question is understood by itself. */
const maxReference = 120
const reference = /\b(?:this|that|these|those|it|them|both|either)(?!\w)/i

/** `Want me to implement this approach?` */
export function refersBack(question: string): boolean {
  return question.length <= maxReference && reference.test(question)
}

/** A shorter sentence says little. */
const minStatement = 20
const statement = /^[^\s#|>+•\d(){}[\]<-].{0,4000}[.!。！]["'”)*_`]{0,3}$/

/** Whether it is a sentence: not a heading, item, row, lead-in or line of code. */
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

/** A longer one is no short answer. */
const maxOpening = 200

/** `Mostly, but the writer still waits.`: the first statement of an answer, not what it is about to do or to list. */
export function opensAnswer(line: string | undefined): boolean {
  return (
    line !== undefined &&
    line.length <= maxOpening &&
    isStatement(line) &&
    !isFiller(line) &&
    !knowsEnough(line.trimEnd()) &&
    !announcesMore(line) &&
    !opensReport(line)
  )
}
