/** All pieces of a conversation that a digest could show, with the title of each block. */
import type { Measured } from '../../../reduce/plan.ts'
import { isApplied } from '../facts/call-results.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { addCandidates } from '../read/add-candidates.ts'
import { blockSection } from '../read/block-section.ts'
import { CandidateColumns, type ConversationCandidates } from '../read/candidate-columns.ts'
import type { CandidateRun } from '../read/draft-list.ts'
import type { KnownCall } from '../read/known-call.ts'
import { isUninformativeBit, withValue } from '../read/line-bits.ts'
import { readBlock } from '../read/read-block.ts'
import { askedBefore } from './asked-before.ts'
import { markEarlierRuns } from './earlier-runs.ts'
import { FailedEdits } from './failed-edits.ts'
import { markCall } from './mark-call.ts'
import { markCallers } from './mark-callers.ts'
import { markChosenItems } from './mark-chosen-items.ts'
import { markConflicts } from './mark-conflicts.ts'
import { markEditedLines } from './mark-edited-lines.ts'
import { markGitClaims } from './mark-git-claims.ts'
import { markNamedPlaces } from './mark-named-places.ts'
import { markPassClaims } from './mark-pass-claims.ts'
import { markResult } from './mark-result.ts'
import type { MarkState } from './mark-state.ts'
import { markTakenBack } from './mark-taken-back.ts'
import { markText } from './mark-text.ts'
import { type FileEdit, keptEdits, replacedLines } from './replaced-lines.ts'
import { showAsAnswer } from './show-as-answer.ts'

/** `blocks`: those that may be shown. `isKept`: facts about lines are kept for the next view. */
export function candidatesOf(
  facts: ConversationFacts,
  blocks: readonly Measured[],
  isKept = true,
): ConversationCandidates {
  const { messages, root, numbers, shared, history } = facts
  const failed = new FailedEdits(history)
  const candidates = new CandidateColumns()
  const state: MarkState = {
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
  const { sections, edits, readings, ran, answers } = state
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
    if (block.type === 'toolResult') markResult(block, read, state)
    else if (candidates.length === first) continue
    else if (block.type === 'text') markText(block, read, state)
    else if (call !== undefined) markCall(block, call, read, state)
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
  markTakenBack(edits, history.nameOf, state, at => showAsAnswer(at, candidates))
  markCallers(facts, { edits, replaced, candidates, sections }, ran, at => showAsAnswer(at, candidates))
  return { sections, candidates, runs, numbers, root, sharedNames: shared, history }
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

/** Edits in messages that stay as they are remove lines too. */
function editsFrom(message: number, { messages, results }: ConversationFacts): readonly FileEdit[] {
  return messages
    .slice(message)
    .flatMap(({ blocks }) => blocks)
    .flatMap(block =>
      block.type === 'toolCall' && isApplied(results.get(block.callId)) ? keptEdits(block) : [],
    )
}
