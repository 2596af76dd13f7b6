/** Facts from what the agent said: decisions, and, at the end, the state of its work, what it asks, and what it will do. */
import { contentWords } from '../../scan/content-words.ts'
import { isQuestion } from '../../scan/is-question.ts'
import { locatedBlocks } from '../../scan/located-blocks.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { speaksOfBlocker } from '../../scan/signals/session-signals.ts'
import type { Message, Target } from '../../types.ts'
import { addDecisions, mayDecide } from './decision-facts.ts'
import type { FactCollector } from './fact-collector.ts'
import { nextSteps } from './next-steps.ts'
import { numberedOptions } from './numbered-options.ts'

const lengths = { minLength: 12, maxLength: 400 }

export type SentencesOf = (text: string) => readonly string[]

/** The sentences of what the agent said, each text read once. */
export function agentSentences(): SentencesOf {
  const read = new Map<string, readonly string[]>()
  return text => {
    const key = text.trim()
    const known = read.get(key) ?? proseSentences(key, lengths)
    read.set(key, known)
    return known
  }
}

/** `typed`: the messages in which the user typed something. */
export function addAssistantFacts(
  collector: FactCollector,
  messages: readonly Message[],
  typed: ReadonlySet<number>,
  sentencesOf: SentencesOf,
): void {
  const lastTyped = [...typed].reduce((one, other) => Math.max(one, other), -1)
  const blocks = locatedBlocks(messages)
  const lastSaid = blocks.findLast(
    ({ role, type, own }) => role === 'assistant' && type === 'text' && own.text.trim() !== '',
  )
  for (const place of blocks) {
    const { message, role, type, own } = place
    if (role !== 'assistant' || type !== 'text') continue
    const said = { text: own.text, isLast: message === lastSaid?.message, isOpen: message > lastTyped }
    addTextFacts(collector, place, said, sentencesOf)
  }
}

interface SaidText {
  readonly text: string
  /** The last text of its message. */
  readonly isLast: boolean
  /** The user has not spoken since. */
  readonly isOpen: boolean
}

function addTextFacts(
  collector: FactCollector,
  place: Target,
  { text, isLast, isOpen }: SaidText,
  sentencesOf: SentencesOf,
): void {
  const decides = mayDecide(text)
  const asks = endsInQuestion(text)
  const isGreen = passWord.test(text) && allPass.test(text)
  const mayAsk = (isOpen || asks) && /[?？]/.test(text)
  const mayWait = isOpen && speaksOfBlocker(text)
  if (isLast) addNextSteps(collector, place, text)
  if (!decides && !isGreen && !mayAsk && !mayWait) return
  const sentences = sentencesOf(text)
  if (decides) addDecisions(collector, place, sentences, 'assistant')
  if (isGreen)
    for (const about of sentences)
      if (allPass.test(about) && !supposition.test(about) && !isQuestion(about))
        collector.add(place, { section: 'errors', kind: 'fixed', about, by: 'assistant' })
  if (mayAsk) addQuestions(collector, place, text, sentences)
  if (mayWait) addBlockers(collector, place, sentences)
}

/** What an agent says of the checks; it counts only where a check has passed since. */
const allPass =
  /\b(?:all|every|the whole|the full)(?!\w).{0,60}\b(?:tests?|checks?|suite|specs?)(?!\w).{0,40}\b(?:pass|passes|passed|passing|green)(?!\w)/i

/** In every text that says so: found in a fraction of the time. */
const passWord = /pass|green/i

/** What a program or a person asks is quoted: `It shows the suggestion "Did you mean 'enable'?"`. */
const questionEnd = /[?？][)*_]{0,3}$/

/** A text that ends with a question waits for an answer, which then is a decision. */
function endsInQuestion(text: string): boolean {
  return questionEnd.test(text.slice(-20).trimEnd())
}

/** With the options that the text numbers: the answer may be no more than their number. */
function addQuestions(
  collector: FactCollector,
  place: Target,
  text: string,
  sentences: readonly string[],
): void {
  const options = numberedOptions(text).join('\n')
  const asked = sentences.flatMap((sentence, index) =>
    questionEnd.test(sentence) && !isAnswered(text, sentence)
      ? [withSubject(text, sentence, sentences[index - 1])]
      : [],
  )
  // A bare question counts only where there is no other.
  const whole = asked.filter(about => !saysLittle(about))
  for (const about of whole.length === 0 ? asked : whole)
    collector.add(place, {
      section: 'questions',
      kind: 'asked',
      about,
      by: 'assistant',
      ...(options === '' ? {} : { text: options }),
    })
}

/** ` Yes, …`, `** No: …` behind a question on its line: the text answers it itself. */
const ownAnswer =
  /[*_)]{0,4} (?:[✅❌✓✗] )?[*_]{0,2}(?:yes|no|ja|nein|sí|oui|non|да|нет)[*_]{0,2}(?: ?[,.;:!—–-]|$)/imy

function isAnswered(text: string, question: string): boolean {
  const start = text.indexOf(question)
  ownAnswer.lastIndex = start + question.length
  return start >= 0 && ownAnswer.test(text)
}

const pointsBack = /\b(?:that|this|these|those|it|them)(?!\w)/i
/** A question with more words says itself what it asks. */
const fewWords = 3

/** `Is that what you see?` */
function saysLittle(question: string): boolean {
  return pointsBack.test(question) && contentWords(question).size <= fewWords
}

/** Between a sentence and the next. */
const maxGap = 2

/** Such a question with the sentence before it. */
function withSubject(text: string, question: string, before: string | undefined): string {
  if (before === undefined || !saysLittle(question)) return question
  const end = text.indexOf(question)
  const start = end < 0 ? -1 : text.lastIndexOf(before, end)
  const isBeside = start >= 0 && end - start - before.length <= maxGap && !listItemStart.test(before)
  return isBeside ? text.slice(start, end + question.length) : question
}

const listItemStart = /^(?:[-*+•]|\d{1,2}[.)]) /

/** Its own processes end by themselves: `I'm waiting for the tests to finish.` */
const waitReason =
  /\bwait(?:ing)? (?:for|on) .{0,60}\b(?:tests?|builds?|ci|checks?|cases|jobs?|process|run|suite|install|server|agents?|finish|complete)(?!\w)/i

/** `I'm checking whether it is blocked by …`, `if it is blocked by …`: nothing is blocked yet. */
const supposition =
  /\b(?:i['’]m checking|let me|let['’]s|i['’]ll|i will|to see|which|should|would|must|need|expect|whether|if|unless|in case|when|before|until|once|make sure|ensure|verify|confirm)(?!\w).{0,400}\b(?:block|wait|pass|green)|\b(?:no longer|not|never|was|were|un)[ -]?(?:blocked|waiting)/i

function addBlockers(collector: FactCollector, place: Target, sentences: readonly string[]): void {
  for (const about of sentences)
    if (
      !isQuestion(about) &&
      speaksOfBlocker(about) &&
      !waitReason.test(about) &&
      !supposition.test(about) &&
      !(/\buntil you\b/i.test(about) && !/\b(?:i|i['’]m|we|we['’]re)(?!\w)/i.test(about))
    )
      collector.add(place, { section: 'state', kind: 'blocked', about, by: 'assistant' })
}

/** What the last words say is left to do; what the agent says it does now is in `doing`. */
function addNextSteps(collector: FactCollector, place: Target, text: string): void {
  for (const about of nextSteps(text))
    collector.add(place, { section: 'next', kind: 'said', about, by: 'assistant' })
}
