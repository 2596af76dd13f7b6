/** How the title of a call and its lines are shown, given what came of it. */
import { commandOf } from '../../../scan/actions/call-command.ts'
import { isRejected, wasApplied } from '../../../scan/actions/call-outcome.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { isApplied } from '../facts/call-results.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { requestTexts } from '../facts/view-part.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import type { KnownCall } from '../read/known-call.ts'
import { isOutlineBit, isUninformativeBit, withPart, withValue } from '../read/line-bits.ts'
import type { ReadBlock } from '../read/read-block.ts'
import { commentedLines } from './commented-lines.ts'
import { commandRunOf } from './earlier-runs.ts'
import type { MarkState } from './mark-state.ts'
import { fileEdits } from './replaced-lines.ts'
import { showAsAnswer } from './show-as-answer.ts'
import { showRemarks } from './show-remarks.ts'
import { type ShownCall, shownCall } from './shown-call.ts'

export function markCall(block: ToolCallBlock, call: KnownCall, read: ReadBlock, state: MarkState): void {
  const { facts, sections, candidates, edits, ran } = state
  const { measured, first: line, viewPart } = read
  const { message } = measured
  const result = facts.results.get(block.callId)
  markEdit(block, message, line, state)
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

function markEdit(block: ToolCallBlock, message: number, line: number, { facts, failed }: MarkState): void {
  const [intent] = toolIntents(block)
  if (intent?.type !== 'modify' && intent?.type !== 'create') return
  const { outcome } = outcomeOf(facts.results.get(block.callId))
  const isEarlier = message < facts.turns.lastTyped
  if (commandOf(block) === undefined && !isEarlier) failed.addCall(intent, outcome, line)
  else if (intent.type === 'modify') failed.add(intent.path, outcome)
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
