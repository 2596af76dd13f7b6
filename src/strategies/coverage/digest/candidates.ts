/** What every block of a conversation could show in a digest: its pieces, and how the block is named. */
import type { Measured } from '../../../reduce/plan.ts'
import type { Outcome } from '../../../scan/actions/action.ts'
import { argumentsOf } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import { callOutcome, isRejected, noOutput } from '../../../scan/actions/call-outcome.ts'
import { checkVerdict } from '../../../scan/actions/check-verdict.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { isLook } from '../../../scan/actions/is-look.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { markedParts } from '../../../scan/speakers/marked-parts.ts'
import { reasoningText } from '../../../tokens/reasoning-text.ts'
import { remembered } from '../../../tokens/remembered.ts'
import type { Block, Message, ToolResultBlock } from '../../../types.ts'
import { messageNumbers } from '../../../view/message-index.ts'
import { type BlockPart, blockParts } from './block-parts.ts'
import { callResults, settledTasks } from './call-results.ts'
import { outcomeMark, type Section } from './candidate.ts'
import { isBareBit, isOutlineBit, withPart, withValue } from './candidate-bits.ts'
import { CandidateColumns, type CandidateList } from './candidate-columns.ts'
import { belowRoot, fromRoot } from './common-root.ts'
import { counterparts } from './counterparts.ts'
import { type DraftList, draftsOf } from './draft-list.ts'
import { earlierRuns, type Run } from './earlier-runs.ts'
import { fileEdits, keptEdits } from './file-edits.ts'
import { fileHistory } from './file-history.ts'
import { type KnownCall, knownCall, nameOf } from './known-call.ts'
import { isProgramFile, isTestFile } from './program-file.ts'
import { type DraftPlace, isSaidOf } from './read-drafts.ts'
import { type FileEdit, replacedLines } from './replaced-lines.ts'
import { sharedNames } from './shared-names.ts'
import { shortCommand } from './short-command.ts'
import { writerOf } from './split-by-author.ts'
import { isTyped, nowTurns, turnsOf, type ViewPart } from './view-part.ts'

export interface Candidates {
  readonly sections: readonly Section[]
  readonly candidates: CandidateList
  /** Where the candidates were read from, in order, where that keeps their tokens and terms for the next view. */
  readonly runs?: readonly CandidateRun[] | undefined
  /** The number by which each message is shown. */
  readonly numbers: readonly number[]
  /** The directory that paths in titles are below, where they leave it out. */
  readonly root?: string | undefined
  /** Last names that several files have. */
  readonly sharedNames?: ReadonlySet<string>
  /** Calls that only looked at something are shown without their answers, too. */
  readonly withLooks?: boolean
  /** The staleness of each of them, where that was asked. */
  readonly staleness?: Uint8Array
}

/** Candidates in a row that come from one list of drafts. */
export interface CandidateRun {
  readonly first: number
  readonly list: DraftList
}

/** Those of a conversation, by columns. */
export interface ColumnCandidates extends Candidates {
  readonly candidates: CandidateColumns
}

/** `root`: the directory that titles leave out. `isKept`: what is known of a line is kept for the next view. */
export function candidatesOf(
  messages: readonly Message[],
  blocks: readonly Measured[],
  root?: string,
  isKept = true,
): ColumnCandidates {
  const calls = new Map<string, KnownCall>()
  const sections: Section[] = []
  const candidates = new CandidateColumns()
  const runs: CandidateRun[] = []
  const turns = turnsOf(messages)
  const shared = sharedNames(messages)
  const results = callResults(messages)
  const history = fileHistory(messages)
  const settled = settledTasks(messages, results)
  const edits: FileEdit[] = []
  const ran: Run[] = []
  /** Files of which the last edit failed. */
  const failed = new Set<string>()
  // A failure that was made good says nothing, and neither does what was read again because of it.
  const isOvercome = (path: string | undefined, message: number): boolean =>
    path !== undefined && failed.has(history.nameOf(path)) && history.lastChange(path) > message
  /** What the agent asked last; -1 where nothing is asked. */
  let question = -1
  for (const measured of blocks) {
    const { message, block: index, age } = measured
    const said = messages[message] as Message
    const given = said.blocks[index] as Block
    const isNow = turns.lastStep >= 0 && message > turns.lastTyped && age < newestThoughts
    const block = isNow ? readableBlock(given) : given
    if (block.type === 'opaque') continue
    const call = block.type === 'text' ? undefined : knownCall(block, calls, candidates.length)
    const title = call?.title ?? ''
    const isLaunch = block.type === 'toolResult' && turns.isLaunch(block)
    const parts = isLaunch ? [] : blockParts(block, { messages, measured, call })
    const section = sections.length
    const path = call?.source.path
    const isTest = isTestFile(path)
    const isOfFile = block.type === 'toolResult' && path !== undefined && call?.isEdit === false
    sections.push({
      message,
      block: index,
      author: writerOf(said, block),
      age,
      turnsAgo: turns.after(message),
      title: block.type === 'toolCall' || call === undefined ? title : nameOf(call, shared, root),
      ...(block.type === 'text' ? {} : { callId: block.callId }),
      ...(block.type === 'toolResult' && call !== undefined && { origin: call.origin }),
      ...(block.type === 'toolCall' && path !== undefined && { path }),
      ...(isOfFile && history.lastChange(path) > message && { isChanged: true as const }),
      lines: parts.reduce((sum, { pieces }) => pieces.reduce((all, { lines }) => all + lines, sum), 0),
      firstCandidate: candidates.length,
      isTest,
      ...(given !== block && { isThought: true as const }),
      ...(isInserted(block, parts) && { isInserted: true as const }),
      ...(isSummary(said, block) && { isSummary: true as const }),
    })
    const source = call?.candidate ?? -1
    const viewPart = turns.partOf(message, index)
    const outcome: ViewPart = message > turns.lastTyped ? 'present' : 'action'
    const first = candidates.length
    const isProgram = call?.isListing === true || isProgramFile(path)
    const isRead = block.type === 'toolResult' && path !== undefined && viewPart !== 'pasted'
    const isOfNow = turns.after(message) <= nowTurns
    const place = { section, source, outcome, isProgram, isRead, isTest, isNow: isOfNow }
    for (const part of parts) {
      const run = addCandidates(part, { ...place, part: partOf(part, block, viewPart) }, candidates)
      if (isKept) runs.push(run)
    }
    if (block.type === 'text' && candidates.length > first) {
      // What was asked for and stopped at once was taken back.
      if (stopped.test(block.text) && message > 0 && isTyped(messages, message - 1))
        candidates.bits[first] =
          withPart(withValue(candidates.bits[first] as number, 'key'), 'answer') & ~isBareBit
      if (viewPart !== 'typed') question = lastQuestion(candidates.texts, first)
      else if (question >= 0 && block.text.trim().length <= maxReply) candidates.unders[first] = question
    }
    if (isOfFile && isRead) edits.push({ path, isWhole: true, parts: [], first, end: candidates.length })
    if (block.type === 'toolResult' && call !== undefined) {
      if (saysNothing(block, call) || isOvercome(path, message)) setBare(candidates, first)
      else if (call.isCheck) setBare(candidates, first, text => routineLog.test(text))
    }
    if (block.type !== 'toolCall' || first === candidates.length) continue
    const isLooking = isLook(block)
    const result = results.get(block.callId)
    const { outcome: cameOut } = outcomeOf(result)
    const hasFailed = cameOut === 'failed'
    const [intent] = toolIntents(block)
    if (isApplied(result))
      edits.push(...fileEdits(block, { first: first + 1, end: candidates.length }, candidates.labels))
    // The head has the tasks as they are, without what describes those that are open; the prompt of a subagent says less than its answer.
    const isSettled = intent?.type === 'todo' && (intent.isWhole || settled.has(block.callId))
    if (intent?.type === 'todo')
      setBare(candidates, first, (_, label) => isSettled || (label !== '' && label !== 'description: '))
    if (intent?.type === 'delegate') setBare(candidates, first + 1)
    // The answer says which of the choices it was.
    if (intent?.type === 'ask' && result !== undefined) setBare(candidates, first + 1)
    if (intent?.type === 'modify') {
      if (hasFailed) failed.add(history.nameOf(intent.path))
      else if (isApplied(result)) failed.delete(history.nameOf(intent.path))
    }
    const isRetried = hasFailed && intent?.type === 'modify' && isOvercome(intent.path, message)
    if (isRetried) setBare(candidates, first)
    const how = callOutcome(block, result)
    if (isLooking && how === '' && result !== undefined && message !== turns.lastStep)
      sections[section] = { ...(sections[section] as Section), isLook: true }
    const shown = commandOf(block) === undefined ? title : shortCommand(title, how)
    // The subject of a commit is in its outcome.
    if (how !== '') setBare(candidates, first + 1, text => isSaidOf(how, text))
    const isOldCommand = message <= turns.lastTyped && commandOf(block) !== undefined
    const named = commandOf(block) === undefined ? withPath(shown, path, root) : shown
    const outcomeShown = belowRoot(how, root)
    candidates.texts[first] = belowRoot(named, root) + (how === '' ? '' : outcomeMark + outcomeShown)
    if (how !== '' && commandOf(block) !== undefined && shellPatch(block) === undefined)
      sections[section] = { ...(sections[section] as Section), outcome: outcomeShown }
    // A search that found nothing, a directory that was made long ago; that a file was edited is in the list of changed files.
    const isSilent = how === '' || how === noOutput
    const isEarlierEdit = intent?.type === 'modify' && viewPart !== 'latest'
    const isBare =
      isRetried ||
      (isLooking
        ? message !== turns.lastStep && (isSilent || hasFailed)
        : (how === '' && (intent?.type === 'todo' || isEarlierEdit)) || (isSilent && isOldCommand))
    const facts = (candidates.bits[first] as number) & ~isOutlineBit & ~isBareBit
    const valued = how === '' || isLooking ? facts : withValue(facts, 'key')
    const placed = isRejected(how) ? withPart(valued, 'answer') : valued
    candidates.bits[first] = placed | (isBare ? isBareBit : 0)
    const command = commandOf(block)
    if (command !== undefined && result !== undefined && hasEnded(cameOut))
      ran.push({
        command,
        key: `${directoryOf(argumentsOf(block)) ?? ''}\n${shortCommand(command, '')}`,
        line: first,
        message,
        outcome: how,
        isCheck: call?.isCheck === true,
        hasFailed: hasFailed || (call?.isCheck === true && verdictOf(result.text) === 'failed'),
      })
    if (!isRejected(how)) continue
    // An edit that was not allowed changed nothing; of a command the words of the person say what matters, if there are any.
    const isExplained = result !== undefined && (rejectionIn(result.text)?.words ?? '') !== ''
    if (isExplained || commandOf(block) === undefined) setBare(candidates, first + 1)
    else
      for (let at = first + 1; at < Math.min(candidates.length, first + maxRejected); at += 1)
        candidates.bits[at] = withPart(candidates.bits[at] as number, 'answer')
  }
  const numbers = messageNumbers(messages)
  for (const { run, latest, isReplaced, isMended } of earlierRuns(ran)) {
    const { line } = run
    if (isReplaced) candidates.bits[line] = (candidates.bits[line] as number) | isBareBit
    if (!isMended) continue
    const note = ` (#${numbers[latest.message]} ran without it)`
    const at = candidates.sections[line] as number
    const section = sections[at] as Section
    candidates.texts[line] += note
    if (section.outcome !== undefined) sections[at] = { ...section, outcome: section.outcome + note }
  }
  // Edits in messages that stay as they are take out lines too.
  const keptFrom = (blocks.at(-1)?.message ?? -1) + 1
  for (const { blocks: kept } of messages.slice(keptFrom))
    for (const block of kept)
      if (block.type === 'toolCall' && isApplied(results.get(block.callId))) edits.push(...keptEdits(block))
  for (const at of replacedLines(edits, candidates))
    candidates.bits[at] = (candidates.bits[at] as number) | isBareBit
  const { texts, labels, bits } = candidates
  const isShown = (at: number): boolean => ((bits[at] as number) & isBareBit) === 0
  for (const edit of edits)
    for (const { line, needed } of counterparts({ texts, labels, isShown }, edit, isProgramFile(edit.path)))
      candidates.unders[line] = needed
  return { sections, candidates, runs, numbers, root, sharedNames: shared }
}

function hasEnded(outcome: Outcome): boolean {
  return outcome === 'ok' || outcome === 'finished' || outcome === 'failed'
}

/** Whether nothing says that a call did not do what it was asked to. */
function isApplied(result: ToolResultBlock | undefined): boolean {
  const { outcome } = outcomeOf(result)
  return outcome !== 'failed' && outcome !== 'rejected'
}

const stopped = /^\[Request interrupted by user\]\s{0,4}$/

/** A longer message says itself what it means. */
const maxReply = 40
/** A question is answered that is among the last lines. */
const lastLines = 3
const asks = /[?？]["'”)*_]{0,3}$/

/** `Shall I fix both?`: `yes` makes no sense without it. */
function lastQuestion(texts: readonly string[], first: number): number {
  const from = Math.max(first, texts.length - lastLines)
  const found = texts.slice(from).findLastIndex(text => asks.test(text.trimEnd()))
  return found < 0 ? -1 : from + found
}

/** A title with the path of its file from the root on. */
function withPath(title: string, path: string | undefined, root: string | undefined): string {
  return path === undefined ? title : title.replace(path, () => fromRoot(path, root))
}

function setBare(
  { texts, labels, bits }: CandidateColumns,
  from: number,
  isMeant: (text: string, label: string) => boolean = () => true,
): void {
  for (let at = from; at < texts.length; at += 1)
    if (isMeant(texts[at] as string, labels[at] as string)) bits[at] = (bits[at] as number) | isBareBit
}

/** `12:00:01 INFO session started`: what a program says while all is well, among what a check has found. */
const routineLog = /^.{0,60}\b(?:INFO|DEBUG|TRACE|level=(?:info|debug|trace))\b/

/** What a check that passed has printed, and a file after an edit, which the edit itself shows. */
function saysNothing(result: ToolResultBlock, { isCheck, isEdit }: KnownCall): boolean {
  return isEdit ? outcomeOf(result).outcome !== 'failed' : isCheck && verdictOf(result.text) === 'passed'
}

const verdictOf = remembered((text): string => checkVerdict(commandOutput(text)) ?? '')

/** In so many of the newest steps of a turn that has not ended, what the agent thought says where it is; before, its calls do. */
const newestThoughts = 5

/** So many lines of a command that was not allowed are shown with the answer to it. */
const maxRejected = 6

interface Place extends Pick<DraftPlace, 'isProgram' | 'isRead' | 'isTest'> {
  readonly part: ViewPart
  readonly outcome: ViewPart
  readonly section: number
  /** It belongs to one of the last requests. */
  readonly isNow: boolean
  /** The candidate that names where the pieces come from; -1 where there is none. */
  readonly source: number
}

/** Whether nothing of a user's text is a person's, or an agent's that it repeats. */
function isInserted({ type }: Block, parts: readonly BlockPart[]): boolean {
  return type === 'text' && parts.length > 0 && parts.every(({ author }) => author === 'tools')
}

/** Whether all of a user's text is a summary of what came before. */
function isSummary({ role }: Message, block: Block): boolean {
  if (role !== 'user' || block.type !== 'text') return false
  const [first, ...rest] = markedParts(block.text)
  return first?.kind === 'summary' && rest.length === 0 && first.end >= block.text.trimEnd().length
}

/** What a program put into a user's message was not typed; a person's words in a result are an answer. */
function partOf({ author, isPasted }: BlockPart, { type }: Block, part: ViewPart): ViewPart {
  if (type === 'toolResult' && author === 'user') return 'answer'
  if (part !== 'typed') return part
  if (isPasted === true || author === 'words') return 'pasted'
  return author === 'user' ? 'typed' : 'evidence'
}

function addCandidates(
  { pieces, author, binds, isPasted }: BlockPart,
  { section, source, part, outcome, isProgram, isRead, isTest, isNow }: Place,
  candidates: CandidateColumns,
): CandidateRun {
  const said = source >= 0 && author !== 'calls' ? candidates.texts[source] : undefined
  const list = draftsOf(pieces, {
    author,
    binds,
    isProgram,
    isRead,
    isTest,
    isDocument: part === 'report' || part === 'pasted',
    isGiven: isNow && part === 'pasted' && isPasted === true,
    isLatest: part === 'latest',
    hasSource: source >= 0,
    said,
  })
  // Where the call says how it came out, what else it printed is evidence.
  const outcomePart =
    part === 'evidence' && source >= 0 && said?.includes(outcomeMark) !== true ? outcome : part
  const first = candidates.length
  candidates.add(list, { section, part, outcomePart, source })
  return { first, list }
}

/** Reasoning that a model said aloud can be read as its words can; every other block is as it is. */
function readableBlock(block: Block): Block {
  if (block.type !== 'opaque' || block.kind !== 'reasoning') return block
  const { spoken } = reasoningText(block)
  return spoken.trim() === '' ? block : { type: 'text', media: 'text', text: spoken }
}
