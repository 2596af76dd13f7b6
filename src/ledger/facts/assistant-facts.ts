/** Facts from what the agent said: decisions, and, at the end, where it stands, what it asks, and what it will do. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import type { Message, Target } from '../../types.ts'
import { addDecisions, mayDecide } from './decision-facts.ts'
import type { FactBook } from './fact-book.ts'

const lengths = { shortest: 12, longest: 400 }
const maxWordsLength = 400

/** `isLast`: nothing is said after it. `isOpen`: the user has not spoken since. */
export interface Standing {
  readonly isLast: boolean
  readonly isOpen: boolean
}

export function addAssistantFacts(
  book: FactBook,
  { blocks }: Message,
  message: number,
  { isLast, isOpen }: Standing,
): void {
  for (const [block, { type, ...rest }] of blocks.entries()) {
    if (type !== 'text' || !('text' in rest)) continue
    const { text } = rest
    const decides = mayDecide(text)
    const asks = endsInQuestion(text)
    if (!decides && !asks && !isOpen && !isLast) continue
    const place = { message, block }
    const sentences = proseSentences(text, lengths)
    if (decides) addDecisions(book, place, sentences, 'assistant')
    if (isLast && text.trim() !== '') addStanding(book, place, sentences, text.trim())
    if (isOpen || asks) addQuestions(book, place, sentences)
    if (isOpen) addBlockers(book, place, sentences)
  }
}

const isQuestion = /[?？]["'”)*_]{0,3}$/

/** Who asks last waits for an answer, which then is a decision. */
function endsInQuestion(text: string): boolean {
  return isQuestion.test(text.slice(-20).trimEnd())
}

function addQuestions(book: FactBook, place: Target, sentences: readonly string[]): void {
  for (const about of sentences)
    if (isQuestion.test(about))
      book.add(place, { section: 'questions', kind: 'asked', about, by: 'assistant' })
}

/** Its own processes end by themselves: `I'm waiting for the tests to finish.` */
const isWaitReason =
  /\bwait(?:ing)? (?:for|on) .{0,60}\b(?:tests?|builds?|ci|checks?|cases|jobs?|process|run|suite|install|server|agents?|finish|complete)\b/i

function addBlockers(book: FactBook, place: Target, sentences: readonly string[]): void {
  for (const about of sentences)
    if (!isQuestion.test(about) && sessionSignalsIn(about).includes('blocker') && !isWaitReason.test(about))
      book.add(place, { section: 'state', kind: 'blocked', about, by: 'assistant' })
}

function addStanding(book: FactBook, place: Target, sentences: readonly string[], text: string): void {
  const words = sentences[0] ?? text.split('\n', 1)[0] ?? ''
  const about = graphemeCut(words, maxWordsLength).trimEnd()
  book.add(place, { section: 'state', kind: 'said', about, by: 'assistant' })
  for (const about of sentences)
    if (!isQuestion.test(about) && sessionSignalsIn(about).includes('next'))
      book.add(place, { section: 'next', kind: 'said', about, by: 'assistant' })
}
