/** What a text says of the lines before it, and which of its lines are worth showing. */
import { isFiller } from '../../../reduce/is-filler.ts'
import { refusalIn } from '../../../scan/actions/refusal-in.ts'
import type { TextBlock } from '../../../types.ts'
import { namesSomething } from '../facts/line-forms.ts'
import { stopsRequest } from '../facts/view-part.ts'
import type { Section } from '../read/candidate.ts'
import { type CandidateColumns, everyLine } from '../read/candidate-columns.ts'
import { isCodeBit, isUninformativeBit } from '../read/line-bits.ts'
import type { ReadBlock } from '../read/read-block.ts'
import { answeredOptions } from './answered-options.ts'
import { doubledLines } from './doubled-lines.ts'
import { isUnusedOutput } from './is-unused-output.ts'
import type { MarkState } from './mark-state.ts'
import { markSummary } from './mark-summary.ts'
import { referredItems } from './referred-items.ts'
import { isShortReply, isStatement, isVerdict, lastQuestion, opensAnswer, refersBack } from './short-reply.ts'
import { showAsAnswer } from './show-as-answer.ts'
import { concedes, withdrawnStatements } from './withdrawn-statements.ts'

export function markText({ text }: TextBlock, read: ReadBlock, state: MarkState): void {
  const { facts, candidates } = state
  const { measured, first, viewPart } = read
  if (stopsRequest(text, facts.messages, measured.message)) showAsAnswer(first, candidates)
  if (state.sections.at(-1)?.isSummary === true)
    markSummary(first, candidates, {
      isFollowed: facts.turns.after(measured.message) > 0,
      messagesSince: facts.messages.length - measured.message,
    })
  // What a program inserted into a user's message is neither a request nor an answer.
  if (state.sections.at(-1)?.isInserted === true) {
    // The refused edit was made again since.
    if (measured.age > 0 && refusalIn(text) !== undefined) hideProgram(state)
    if (outputCaveat.test(text)) candidates.setUninformativeFrom(first, everyLine)
    if (isUnusedOutput(facts.messages, measured.message, text)) hideFurther(first, candidates)
    return
  }
  markThought(read, state)
  // Actions say more than the title of a thought, except for the last one.
  if (read.isThought && measured.age > 0 && boldTitle.test(text))
    candidates.setUninformativeFrom(first, everyLine)
  if (state.failedCall >= 0) markDiagnosis(first, state)
  if (viewPart !== 'typed') {
    // Many questions are requests in form: `let me know if it is feasible`.
    const isAsked = state.isAsked(measured.message)
    const isConclusion = viewPart === 'conclusion'
    const isAnswer = isVerdict(text)
      ? isAsked || isConclusion
      : isAsked && isConclusion && opensAnswer(candidates.texts[first])
    if (isAnswer && !read.isThought) showAsAnswer(first, candidates)
    if (!read.isThought && concedes(text)) hideWithdrawn(text, state)
    state.question = lastQuestion(candidates.texts, first)
    state.answers.push({ message: measured.message, first, end: candidates.length })
    state.isJoined = false
    if (!read.isThought) markOptions(first, candidates)
    for (const [line, item] of referredItems(candidates.texts.slice(first)))
      if ((candidates.unders[first + line] as number) < 0) candidates.unders[first + line] = first + item
    return
  }
  if (state.question >= 0 && isShortReply(text)) {
    candidates.unders[first] = state.question
    joinReferent(state)
  }
  state.answered = state.answers.length
}

/** What the agent said before the last request, and took back after it. */
function hideWithdrawn(correction: string, { answers, answered, candidates }: MarkState): void {
  const { first = 0, end = 0 } = answers[answered - 1] ?? {}
  for (const at of withdrawnStatements(candidates.texts.slice(first, end), correction))
    candidates.setUninformative(first + at)
}

/** What a person chose, where the text of a question has their answer. */
function markOptions(first: number, candidates: CandidateColumns): void {
  const { texts, lines } = candidates
  const { answers, declined } = answeredOptions(texts.slice(first), at => lines[first + at] === 0)
  for (const at of answers) showAsAnswer(first + at, candidates)
  for (const at of declined) candidates.setUninformative(first + at)
}

/** `Shall I fix that bug, too?` makes no sense without the sentence that names the bug. */
function joinReferent(state: MarkState): void {
  const { answers, question, candidates, isJoined } = state
  const { texts, bits, unders } = candidates
  if (isJoined || (unders[question] as number) >= 0 || !refersBack(texts[question] as string)) return
  state.isJoined = true
  const { first = 0 } = answers.at(-1) ?? {}
  let at = question - 1
  while (
    at >= first &&
    (((bits[at] as number) & isUninformativeBit) !== 0 || !isStatement(texts[at] as string))
  )
    at -= 1
  if (at >= first) unders[question] = at
}

/** Hides the code among the last lines. */
function hideProgram({ answers, candidates }: MarkState): void {
  const { first = 0, end = 0 } = answers.at(-1) ?? {}
  for (let at = first; at < end; at += 1)
    if (((candidates.bits[at] as number) & isCodeBit) !== 0) candidates.setUninformative(at)
}

/** What a host says about the outputs of its commands, each time the same. */
const outputCaveat = /^\s{0,8}<local-command-caveat>/

/** Leaves the first line that says something. */
function hideFurther(first: number, candidates: CandidateColumns): void {
  const { texts, bits } = candidates
  let shown = first
  while (shown < texts.length && ((bits[shown] as number) & isUninformativeBit) !== 0) shown += 1
  for (let at = shown + 1; at < texts.length; at += 1) candidates.setUninformative(at)
}

/** `**Looking for the handler**` */
const boldTitle = /^\s{0,4}\*\*[^*\n]{1,200}\*\*\s{0,8}$/

/** What the agent thought and then said is shown once. */
function markThought({ measured, first }: ReadBlock, { sections, candidates }: MarkState): void {
  const [thought, said] = sections.slice(-2)
  if (thought?.isThought !== true || said?.isThought === true || said?.author !== 'words') return
  if (measured.message - thought.message > 1) return
  const { texts } = candidates
  const thoughts = texts.slice(thought.firstCandidate, first)
  for (const at of doubledLines(thoughts, texts.slice(first)))
    candidates.setUninformative(thought.firstCandidate + at)
}

/** The agent's first words after a failure are its diagnosis. */
function markDiagnosis(first: number, state: MarkState): void {
  const { sections, candidates, failedCall, failedAt, resultAt } = state
  const { texts, unders } = candidates
  const said = sections.at(-1) as Section
  if (said.author === 'words') sections.push({ ...(sections.pop() as Section), followsFailure: true })
  // A thought comes before the words that are said.
  if (said.isThought !== true) state.failedCall = -1
  const opening = texts[first] as string
  if (
    said.author === 'words' &&
    // Words after later results are about these.
    failedAt === resultAt &&
    opening.length <= maxUnnamed &&
    !namesSomething(opening) &&
    !isFiller(opening)
  )
    if ((unders[first] as number) < 0) unders[first] = failedCall
}

/** `The file is gone.`: which one only the call says. */
const maxUnnamed = 60
