/** Facts from what the agent said: decisions, and, at the end, where it stands, what it asks, and what it will do. */
import { proseSentences } from '../../scan/prose-sentences.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import type { Block, Message, Target } from '../../types.ts'
import { addDecisions, mayDecide } from './decision-facts.ts'
import type { FactBook } from './fact-book.ts'
import { nextSteps } from './next-steps.ts'

const lengths = { shortest: 12, longest: 400 }

/** `typed`: the messages in which the user typed something. */
export function addAssistantFacts(
  book: FactBook,
  messages: readonly Message[],
  typed: ReadonlySet<number>,
): void {
  const lastTyped = [...typed].reduce((one, other) => Math.max(one, other), -1)
  const lastSaid = messages.findLastIndex(({ role, blocks }) => role === 'assistant' && blocks.some(saysText))
  for (const [message, { role, blocks }] of messages.entries()) {
    if (role !== 'assistant') continue
    for (const [block, each] of blocks.entries())
      if (each.type === 'text')
        addTextFacts(book, { message, block }, each.text, message === lastSaid, message > lastTyped)
  }
}

function saysText(block: Block): boolean {
  return block.type === 'text' && block.text.trim() !== ''
}

/** `isLast`: nothing is said after it. `isOpen`: the user has not spoken since. */
function addTextFacts(book: FactBook, place: Target, text: string, isLast: boolean, isOpen: boolean): void {
  const decides = mayDecide(text)
  const asks = endsInQuestion(text)
  if (!decides && !asks && !isOpen && !isLast) return
  const sentences = proseSentences(text, lengths)
  if (decides) addDecisions(book, place, sentences, 'assistant')
  if (isLast) addNextSteps(book, place, text)
  if (isOpen || asks) addQuestions(book, place, sentences)
  if (isOpen) addBlockers(book, place, sentences)
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

/** `I'm checking whether it is blocked by …`, `if it is blocked by …`: nothing stands in the way yet. */
const isSupposed =
  /\b(?:i['’]m checking|whether|if|unless|in case|when|before)\b.{0,400}\b(?:block|wait)|\b(?:no longer|not|never|was|were|un)[ -]?(?:blocked|waiting)/i

function addBlockers(book: FactBook, place: Target, sentences: readonly string[]): void {
  for (const about of sentences)
    if (
      !isQuestion.test(about) &&
      sessionSignalsIn(about).includes('blocker') &&
      !isWaitReason.test(about) &&
      !isSupposed.test(about) &&
      !(/\buntil you\b/i.test(about) && !/\b(?:i|i['’]m|we|we['’]re)\b/i.test(about))
    )
      book.add(place, { section: 'state', kind: 'blocked', about, by: 'assistant' })
}

/** What the last words say is left to do; what the agent says it does now is in `doing`. */
function addNextSteps(book: FactBook, place: Target, text: string): void {
  for (const about of nextSteps(text))
    book.add(place, { section: 'next', kind: 'said', about, by: 'assistant' })
}
