/** All pieces of a conversation that a digest could show, with the title of each block. */
import { isFiller } from '../../../reduce/is-filler.ts'
import type { Measured } from '../../../reduce/plan.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { isRejected, wasApplied } from '../../../scan/actions/call-outcome.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { refusalIn } from '../../../scan/actions/refusal-in.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { TextBlock, ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { isApplied } from '../facts/call-results.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { namesSomething } from '../facts/line-forms.ts'
import { requestTexts, stopsRequest } from '../facts/view-part.ts'
import { addCandidates } from '../read/add-candidates.ts'
import { blockSection } from '../read/block-section.ts'
import type { Section } from '../read/candidate.ts'
import { CandidateColumns, type ConversationCandidates, everyLine } from '../read/candidate-columns.ts'
import type { CandidateRun } from '../read/draft-list.ts'
import type { KnownCall } from '../read/known-call.ts'
import { isCodeBit, isOutlineBit, isUninformativeBit, withPart, withValue } from '../read/line-bits.ts'
import { type ReadBlock, readBlock } from '../read/read-block.ts'
import { answeredOptions } from './answered-options.ts'
import { askedBefore } from './asked-before.ts'
import { bareOutput } from './bare-output.ts'
import { commentedLines } from './commented-lines.ts'
import { completeLines } from './complete-lines.ts'
import { doubledLines } from './doubled-lines.ts'
import { type CommandRun, commandRunOf, markEarlierRuns } from './earlier-runs.ts'
import { FailedEdits } from './failed-edits.ts'
import { isUnusedOutput } from './is-unused-output.ts'
import { linesInOutcome } from './lines-in-outcome.ts'
import { markCallers } from './mark-callers.ts'
import { type AnswerLines, markChosenItems } from './mark-chosen-items.ts'
import { markConflicts } from './mark-conflicts.ts'
import { markEditedLines } from './mark-edited-lines.ts'
import { markGitClaims } from './mark-git-claims.ts'
import { type FileReading, markNamedPlaces } from './mark-named-places.ts'
import { markPassClaims } from './mark-pass-claims.ts'
import { markSummary } from './mark-summary.ts'
import { markTakenBack } from './mark-taken-back.ts'
import { hunkText, printedHunks } from './printed-hunks.ts'
import { referredItems } from './referred-items.ts'
import { type FileEdit, fileEdits, keptEdits, replacedLines } from './replaced-lines.ts'
import { reportPlaces } from './report-places.ts'
import { hitText, searchHits } from './search-hits.ts'
import { isShortReply, isStatement, isVerdict, lastQuestion, opensAnswer, refersBack } from './short-reply.ts'
import { showRemarks } from './show-remarks.ts'
import { type ShownCall, shownCall } from './shown-call.ts'
import { concedes, withdrawnStatements } from './withdrawn-statements.ts'

/** The state of the pass over all blocks. */
interface Reading {
  readonly facts: ConversationFacts
  readonly sections: Section[]
  readonly candidates: CandidateColumns
  /** Outputs that show files, and applied edits, in order. */
  readonly edits: FileEdit[]
  /** Outputs that show files which were not changed since, in order. */
  readonly readings: FileReading[]
  readonly failed: FailedEdits
  readonly ran: CommandRun[]
  /** The line of the agent's last question; -1 if nothing is asked. */
  question: number
  /** The line of a call that failed, and that the agent has not commented on yet; -1 if there is none. */
  failedCall: number
  /** The message with the result of that call, and the last one with any result. */
  failedAt: number
  resultAt: number
  /** Whether what a person said last before a message asks something, also where it stays as it is. */
  readonly isAsked: (message: number) => boolean
  /** Texts that were not the user's, in order. */
  readonly answers: AnswerLines[]
  /** How many of them came before the user's last message. */
  answered: number
  /** The sentence that the last question refers to was already looked for. */
  isJoined: boolean
}

/** `blocks`: those that may be shown. `isKept`: facts about lines are kept for the next view. */
export function candidatesOf(
  facts: ConversationFacts,
  blocks: readonly Measured[],
  isKept = true,
): ConversationCandidates {
  const { messages, root, numbers, shared, history } = facts
  const failed = new FailedEdits(history)
  const candidates = new CandidateColumns()
  const reading: Reading = {
    facts,
    sections: [],
    candidates,
    edits: [],
    readings: [],
    failed,
    ran: [],
    question: -1,
    failedCall: -1,
    failedAt: -1,
    resultAt: -1,
    isAsked: askedBefore(messages),
    answers: [],
    answered: 0,
    isJoined: false,
  }
  const { sections, edits, readings, ran, answers } = reading
  const calls = new Map<string, KnownCall>()
  const runs: CandidateRun[] = []
  for (const measured of blocks) {
    const first = candidates.length
    const read = readBlock(measured, facts, calls, first)
    if (read === undefined) continue
    sections.push(blockSection(read, facts))
    const added = addCandidates(read, sections.length - 1, facts.turns, candidates)
    if (isKept) runs.push(...added)
    const { block, call } = read
    if (block.type === 'toolResult') markResult(block, read, reading)
    else if (candidates.length === first) continue
    else if (block.type === 'text') markText(block, read, reading)
    else if (call !== undefined) markCall(block, call, read, reading)
  }
  markEarlierRuns(ran, candidates, sections, numbers)
  showRepeated(failed, candidates)
  markPassClaims(ran, candidates, sections)
  markGitClaims(ran, candidates, sections)
  const given = new Set(blocks.map(({ message }) => message))
  const talk = { answers, texts: candidates.texts, isReplaced: (at: number) => given.has(at) }
  markChosenItems(messages, talk, at => showAsAnswer(at, candidates))
  const { settled } = facts.history
  const conflicted = readings.filter(({ message }) => message > settled)
  markConflicts(conflicted, candidates, at => showAsAnswer(at, candidates))
  markNamedPlaces(facts, readings, candidates, at => showAsAnswer(at, candidates))
  edits.push(...editsFrom((blocks.at(-1)?.message ?? -1) + 1, facts))
  const replaced = new Set(replacedLines(edits, candidates))
  markEditedLines(edits, replaced, candidates, history.nameOf)
  markTakenBack(edits, history.nameOf, reading, at => showAsAnswer(at, candidates))
  markCallers(facts, { edits, replaced, candidates, sections }, ran, at => showAsAnswer(at, candidates))
  return { sections, candidates, runs, numbers, root, sharedNames: shared, history }
}

function markText({ text }: TextBlock, read: ReadBlock, reading: Reading): void {
  const { facts, candidates } = reading
  const { measured, first, viewPart } = read
  if (stopsRequest(text, facts.messages, measured.message)) showAsAnswer(first, candidates)
  if (reading.sections.at(-1)?.isSummary === true)
    markSummary(first, candidates, {
      isFollowed: facts.turns.after(measured.message) > 0,
      messagesSince: facts.messages.length - measured.message,
    })
  // What a program inserted into a user's message is neither a request nor an answer.
  if (reading.sections.at(-1)?.isInserted === true) {
    // The refused edit was made again since.
    if (measured.age > 0 && refusalIn(text) !== undefined) hideProgram(reading)
    if (outputCaveat.test(text)) candidates.setUninformativeFrom(first, everyLine)
    if (isUnusedOutput(facts.messages, measured.message, text)) hideFurther(first, candidates)
    return
  }
  markThought(read, reading)
  // Actions say more than the title of a thought, except for the last one.
  if (read.isThought && measured.age > 0 && boldTitle.test(text))
    candidates.setUninformativeFrom(first, everyLine)
  if (reading.failedCall >= 0) markDiagnosis(first, reading)
  if (viewPart !== 'typed') {
    // Many questions are requests in form: `let me know if it is feasible`.
    const isAsked = reading.isAsked(measured.message)
    const isConclusion = viewPart === 'conclusion'
    const isAnswer = isVerdict(text)
      ? isAsked || isConclusion
      : isAsked && isConclusion && opensAnswer(candidates.texts[first])
    if (isAnswer && !read.isThought) showAsAnswer(first, candidates)
    if (!read.isThought && concedes(text)) hideWithdrawn(text, reading)
    reading.question = lastQuestion(candidates.texts, first)
    reading.answers.push({ message: measured.message, first, end: candidates.length })
    reading.isJoined = false
    if (!read.isThought) markOptions(first, candidates)
    for (const [line, item] of referredItems(candidates.texts.slice(first)))
      if ((candidates.unders[first + line] as number) < 0) candidates.unders[first + line] = first + item
    return
  }
  if (reading.question >= 0 && isShortReply(text)) {
    candidates.unders[first] = reading.question
    joinReferent(reading)
  }
  reading.answered = reading.answers.length
}

/** What the agent said before the last request, and took back after it. */
function hideWithdrawn(correction: string, { answers, answered, candidates }: Reading): void {
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
function joinReferent(reading: Reading): void {
  const { answers, question, candidates, isJoined } = reading
  const { texts, bits, unders } = candidates
  if (isJoined || (unders[question] as number) >= 0 || !refersBack(texts[question] as string)) return
  reading.isJoined = true
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
function hideProgram({ answers, candidates }: Reading): void {
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
function markThought({ measured, first }: ReadBlock, { sections, candidates }: Reading): void {
  const [thought, said] = sections.slice(-2)
  if (thought?.isThought !== true || said?.isThought === true || said?.author !== 'words') return
  if (measured.message - thought.message > 1) return
  const { texts } = candidates
  const thoughts = texts.slice(thought.firstCandidate, first)
  for (const at of doubledLines(thoughts, texts.slice(first)))
    candidates.setUninformative(thought.firstCandidate + at)
}

/** The agent's first words after a failure are its diagnosis. */
function markDiagnosis(first: number, reading: Reading): void {
  const { sections, candidates, failedCall, failedAt, resultAt } = reading
  const { texts, unders } = candidates
  const said = sections.at(-1) as Section
  if (said.author === 'words') sections.push({ ...(sections.pop() as Section), followsFailure: true })
  // A thought comes before the words that are said.
  if (said.isThought !== true) reading.failedCall = -1
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

function markResult(result: ToolResultBlock, read: ReadBlock, reading: Reading): void {
  const { measured, first, call, path, viewPart } = read
  const { facts, candidates, edits, readings, failed } = reading
  if (call === undefined) return
  reading.resultAt = measured.message
  if (outcomeOf(result).outcome === 'failed') {
    reading.failedCall = call.candidate
    reading.failedAt = measured.message
  }
  if (call.search === undefined) markHunks(read, reading)
  else markHits(call.search, read, reading)
  if (viewPart === 'report') markPlaces(read, reading)
  if (path !== undefined && !call.isEdit && viewPart !== 'pasted') {
    const lines = { path, first, end: candidates.length }
    edits.push({ ...lines, isWhole: true, parts: [], complete: completeLines(call, result.text) })
    const { message } = measured
    if (facts.history.lastChange(path) <= message) readings.push({ ...lines, message })
  }
  const isOvercome = facts.mistyped.has(result.callId) || failed.isOvercome(path, measured.message)
  candidates.setUninformativeFrom(first, isOvercome ? everyLine : bareOutput(result, call))
  const title = candidates.texts[call.candidate] ?? ''
  candidates.setUninformativeFrom(first, linesInOutcome(title, facts.root))
}

/** Lines that a search found may have been changed since. */
function markHits(
  { path: searched }: NonNullable<KnownCall['search']>,
  { measured, first }: ReadBlock,
  reading: Reading,
): void {
  const { facts, candidates, edits } = reading
  const hits = searchHits(candidates, first, searched).filter(
    ({ path }) => facts.history.lastChange(path) > measured.message,
  )
  for (const { path, first: start, end } of hits)
    edits.push({ path, isWhole: true, parts: [], first: start, end, lineIn: text => hitText(text, path) })
  noteChanged(hits, reading)
}

/** Lines that a diff shows may have been changed since. */
function markHunks({ measured, first }: ReadBlock, reading: Reading): void {
  const { facts, candidates, edits } = reading
  const hunks = printedHunks(candidates, first).filter(
    ({ path }) => facts.history.lastChange(path) > measured.message,
  )
  for (const { path, first: start, end } of hunks)
    edits.push({ path, isWhole: true, isDiff: true, parts: [], first: start, end, lineIn: hunkText })
  noteChanged(hunks, reading)
}

/** The title of an answer names the files of its lines that were changed since. */
function noteChanged(
  shown: readonly { readonly path: string; readonly first: number; readonly end: number }[],
  { facts: { shared }, sections }: Reading,
): void {
  const changed = new Map<number, string>()
  for (const { path, first, end } of shown) {
    const name = shared.has(fileName(path)) ? path : fileName(path)
    for (let at = first; at < end; at += 1) changed.set(at, name)
  }
  if (changed.size > 0) sections.push({ ...(sections.pop() as Section), changedHits: changed })
}

/** Line numbers in a report are of the files as they were. */
function markPlaces({ measured, first }: ReadBlock, { facts, candidates, sections }: Reading): void {
  const { history, shared } = facts
  const changed = new Map<number, string>()
  for (const [at, path] of reportPlaces(candidates.texts.slice(first)))
    if (history.lastChange(path) > measured.message)
      changed.set(first + at, shared.has(fileName(path)) ? path : fileName(path))
  if (changed.size > 0) sections.push({ ...(sections.pop() as Section), changedHits: changed })
}

function markCall(block: ToolCallBlock, call: KnownCall, read: ReadBlock, reading: Reading): void {
  const { facts, sections, candidates, edits, ran } = reading
  const { measured, first: line, viewPart } = read
  const { message } = measured
  const result = facts.results.get(block.callId)
  markEdit(block, message, line, reading)
  const below = { first: line + 1, end: candidates.length }
  if (isApplied(result)) {
    edits.push(...fileEdits(block, below, candidates.labels))
    if (call.isEdit && message > facts.turns.lastTyped) showRemarks(below.first, candidates)
  }
  const before = sections.at(-2)
  const isAnnounced = before?.message === message && before.author === 'words'
  const shown = shownCall(block, call, { message, viewPart, isAnnounced }, facts)
  showCall(shown, line, candidates)
  sections.push({ ...(sections.pop() as Section), ...shown.section })
  if (call.isEdit && isRejected(shown.outcome) && !wasApplied(shown.outcome))
    showCommented(below.first, commentAfter(message, result, facts), candidates)
  const run = commandRunOf(block, result, { line, message, outcome: shown.outcome, isCheck: call.isCheck })
  if (run !== undefined) ran.push(run)
}

function markEdit(block: ToolCallBlock, message: number, line: number, { facts, failed }: Reading): void {
  const [intent] = toolIntents(block)
  if (intent?.type !== 'modify' && intent?.type !== 'create') return
  const { outcome } = outcomeOf(facts.results.get(block.callId))
  const isEarlier = message < facts.turns.lastTyped
  if (commandOf(block) === undefined && !isEarlier) failed.addCall(intent, outcome, line)
  else if (intent.type === 'modify') failed.add(intent.path, outcome)
}

/** Edits that failed again and again, and were made with a command then: the last of them says why. */
function showRepeated({ repeated }: FailedEdits, candidates: CandidateColumns): void {
  const { texts, bits } = candidates
  for (const { line, count } of repeated) {
    const facts = bits[line] as number
    if ((facts & isUninformativeBit) === 0) continue
    texts[line] = `${texts[line]} (${count} times)`
    bits[line] = withValue(facts & ~isUninformativeBit, 'key')
  }
}

/** What a person says when rejecting a call, or right after it. */
function commentAfter(
  message: number,
  result: ToolResultBlock | undefined,
  { messages }: ConversationFacts,
): string {
  const next = messages.findIndex(({ role }, at) => at > message && role === 'assistant')
  const end = next < 0 ? messages.length : next
  const said = messages.slice(message + 1, end).flatMap((_, at) => requestTexts(messages, message + 1 + at))
  return [rejectionIn(result?.text ?? '')?.words ?? '', ...said].join('\n')
}

function showCommented(first: number, comment: string, candidates: CandidateColumns): void {
  const added = candidates.texts
    .slice(first)
    .map((text, at) => (candidates.labels[first + at] === '-' ? '' : text))
  for (const at of commentedLines(added, comment)) showAsAnswer(first + at, candidates)
}

/** An interruption, a choice by number, the agent's yes or no, and code that the work names by its line count as answers. */
function showAsAnswer(line: number, { bits }: CandidateColumns): void {
  const facts = withPart(withValue(bits[line] as number, 'key'), 'answer')
  bits[line] = facts & ~isUninformativeBit & ~isCodeBit & ~isOutlineBit
}

/** `first`: the line with the title of the call. */
function showCall(shown: ShownCall, first: number, candidates: CandidateColumns): void {
  const { texts, bits } = candidates
  const { title, isKey, isUninformative, uninformativeLines, answerLines } = shown
  texts[first] = title
  const facts = (bits[first] as number) & ~isOutlineBit & ~isUninformativeBit
  bits[first] = isKey ? withValue(facts, 'key') : facts
  if (isUninformative) candidates.setUninformative(first)
  candidates.setUninformativeFrom(first + 1, uninformativeLines)
  for (let at = first; at < Math.min(texts.length, first + answerLines); at += 1)
    bits[at] = withPart(bits[at] as number, 'answer')
}

/** Edits in messages that stay as they are remove lines too. */
function editsFrom(message: number, { messages, results }: ConversationFacts): readonly FileEdit[] {
  return messages
    .slice(message)
    .flatMap(({ blocks }) => blocks)
    .flatMap(block =>
      block.type === 'toolCall' && isApplied(results.get(block.callId)) ? keptEdits(block) : [],
    )
}
