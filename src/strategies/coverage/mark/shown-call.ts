/** How a view shows a call: its title with its outcome, and which of its lines carry information. */
import { isProse } from '../../../ledger/facts/definitions.ts'
import { counted } from '../../../reduce/pieces/counted.ts'
import type { Intent } from '../../../scan/actions/action.ts'
import { argumentsOf, oldTextNames, textArgument } from '../../../scan/actions/call-arguments.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { callOutcome, isRejected, noOutput, withApplied } from '../../../scan/actions/call-outcome.ts'
import { editArguments, editLines } from '../../../scan/actions/edit-lines.ts'
import { foundNothing } from '../../../scan/actions/found-nothing.ts'
import { isReadOnly } from '../../../scan/actions/is-read-only.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { delegateAnswer } from '../../../scan/actions/subagent-answer.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { isApplied } from '../facts/call-results.ts'
import { nameFrom, titleBelowRoot } from '../facts/common-root.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import type { EditPlace } from '../facts/edit-places.ts'
import type { ViewPart } from '../facts/view-part.ts'
import { outcomeMark, type Section } from '../read/candidate.ts'
import { everyLine, type LineTest } from '../read/candidate-columns.ts'
import { isSaidOf } from '../read/is-said-of.ts'
import { awaitedBy, type KnownCall } from '../read/known-call.ts'
import { shortCommand } from '../read/short-command.ts'

export interface ShownCall {
  /** What the call did, and its outcome. */
  readonly title: string
  /** Its outcome; empty where it is unknown. */
  readonly outcome: string
  /** Facts for its section. */
  readonly section: Pick<Section, 'isReadOnly' | 'outcome' | 'isOpenTask' | 'isQuietEdit' | 'isRooted'>
  /** Its title has the outcome of an action. */
  readonly isKey: boolean
  /** Its title carries no information alone. */
  readonly isUninformative: boolean
  /** The lines below its title that carry no information. */
  readonly uninformativeLines: LineTest
  /** How many of its lines, the title included, belong to a person's answer. */
  readonly answerLines: number
}

/** A call with its result. */
interface Call {
  readonly block: ToolCallBlock
  readonly message: number
  readonly viewPart: ViewPart
  /** The agent said something right before it, in the same message. */
  readonly isAnnounced: boolean
  readonly result: ToolResultBlock | undefined
  readonly command: string | undefined
  readonly intent: Intent | undefined
  readonly outcome: string
  /** Its title is only the name of the tool. */
  readonly isNameOnly: boolean
  readonly onlyReads: boolean
  readonly hasFailed: boolean
  /** It failed, and the file was edited later, or it was only mistyped. */
  readonly isRetried: boolean
}

export function shownCall(
  block: ToolCallBlock,
  known: KnownCall,
  { message, viewPart, isAnnounced }: Pick<Call, 'message' | 'viewPart' | 'isAnnounced'>,
  facts: ConversationFacts,
): ShownCall {
  const { root, turns, results, openFrom, history, numbers } = facts
  const result = results.get(block.callId)
  const command = commandOf(block)
  const [intent] = toolIntents(block)
  const isOver = result === undefined && message < openFrom
  const reported = isOver ? '' : shownOutcome(block, result, message === turns.lastStep)
  const applied =
    isRejected(reported) && intent !== undefined ? appliedLater(block, intent, message, facts) : undefined
  const outcome = applied === undefined ? reported : withApplied(reported, numbers[applied] as number)
  const onlyReads = isReadOnly(block)
  const hasFailed = outcomeOf(result).outcome === 'failed'
  const isEditedLater = intent?.type === 'modify' && history.lastChange(intent.path) > message
  const isRetried = facts.mistyped.has(block.callId) || (hasFailed && isEditedLater)
  const call: Call = {
    block,
    message,
    viewPart,
    isAnnounced,
    result,
    command,
    intent,
    outcome,
    isNameOnly: known.title === block.name,
    onlyReads,
    hasFailed,
    isRetried,
  }
  const rooted = titleBelowRoot(outcome, root)
  const asked = awaitedBy(block, facts)
  const awaited = titleBelowRoot(asked, root)
  const hasOutcome = outcome !== '' && (command !== undefined || onlyReads) && shellPatch(block) === undefined
  return {
    title:
      titleOf(known, call, root) +
      editedIn(facts.places.ofCall(block)) +
      awaited +
      (outcome === '' ? '' : outcomeMark + rooted),
    outcome,
    section: {
      ...(onlyReads &&
        outcome === '' &&
        result !== undefined &&
        message !== turns.lastStep && { isReadOnly: true as const }),
      ...(hasOutcome && { outcome: rooted }),
      ...((rooted !== outcome || awaited !== asked) && { isRooted: true as const }),
      ...(outcome === '' &&
        command === undefined &&
        (intent?.type === 'modify' || intent?.type === 'create') && { isQuietEdit: true as const }),
      ...(intent?.type === 'todo' &&
        !intent.isWhole &&
        !facts.settled.has(block.callId) && { isOpenTask: true as const }),
    },
    isKey: outcome !== '' && !onlyReads,
    isUninformative: isUninformativeCall(call, facts),
    uninformativeLines: uninformativeLinesOf(call, facts),
    answerLines: answerLinesOf(call),
  }
}

/** The message with the edit that was accepted instead. */
function appliedLater(
  block: ToolCallBlock,
  intent: Intent,
  message: number,
  { history, messages }: ConversationFacts,
): number | undefined {
  if (intent.type !== 'modify' && intent.type !== 'create') return undefined
  return history.changesAfter(intent.path, message).find(at => {
    const call = messages[at.message]?.blocks[at.block]
    return call?.type === 'toolCall' && isSamePlace(block, call)
  })?.message
}

/** Nothing later confirms that the last edit was applied, or that a subagent of the last step has answered. */
function shownOutcome(block: ToolCallBlock, result: ToolResultBlock | undefined, isLast: boolean): string {
  const outcome = callOutcome(block, result)
  if (outcome !== '' || !isLast || !isApplied(result)) return outcome
  const intents = toolIntents(block)
  if (intents.some(({ type }) => type === 'modify' || type === 'create')) return 'applied'
  const report = intents[0]?.type === 'delegate' ? delegateAnswer(result?.text ?? '').report : undefined
  return report === undefined ? outcome : `reported, ${counted(report.trim().split('\n').length, 'line')}`
}

/** With the path of its file relative to the root; a command is shortened. */
function titleOf(
  { title, source: { path } }: KnownCall,
  { command, outcome }: Call,
  root: string | undefined,
): string {
  if (command !== undefined) return titleBelowRoot(shortCommand(title, outcome), root)
  return titleBelowRoot(path === undefined ? title : title.replace(path, () => nameFrom(path, root)), root)
}

/** More names are left out. */
const maxNames = 2

/** ` in parseRow, readRow`, ` in "Release notes"`: what the edits of one file are in. */
function editedIn([place, ...others]: readonly EditPlace[]): string {
  if (place === undefined || others.length > 0) return ''
  const more = place.names.length > maxNames ? ' …' : ''
  const isTitle = (name: string): boolean => isProse(place.path) || name.includes(' ')
  const names = place.names.slice(0, maxNames).map(name => (isTitle(name) ? `"${name}"` : name))
  return ` in ${names.join(', ')}${more}`
}

/** A search that found nothing, a directory that was created long ago; the list of changed files shows edits. */
function isUninformativeCall(call: Call, { turns: { lastStep, lastTyped } }: ConversationFacts): boolean {
  const { message, viewPart, result, command, intent, outcome, isNameOnly, onlyReads, hasFailed, isRetried } =
    call
  if (isRetried) return true
  // What a search was announced for is answered where it finds nothing.
  const isSilent =
    outcome === '' || outcome === noOutput || (foundNothing(outcome) !== '' && !call.isAnnounced)
  if (onlyReads) return message !== lastStep && (isSilent || hasFailed)
  // A command or a call carries no information without its arguments or its result, nor a subagent without its report.
  const isReported = intent?.type === 'delegate' && delegateAnswer(result?.text ?? '').report !== undefined
  const isBare = command !== undefined || isNameOnly || isReported
  if (outcome === '' && result !== undefined && message !== lastStep && isBare) return true
  const isEarlierEdit = intent?.type === 'modify' && viewPart !== 'latest'
  const isOldCommand = command !== undefined && message <= lastTyped
  return (outcome === '' && (intent?.type === 'todo' || isEarlierEdit)) || (isSilent && isOldCommand)
}

function uninformativeLinesOf(call: Call, { settled }: ConversationFacts): LineTest {
  const { block, result, intent, outcome, isRetried } = call
  if (isRetried || (isRejected(outcome) && !isShownRejected(call))) return everyLine
  switch (intent?.type) {
    // The prompt of a subagent says less than its answer.
    case 'delegate':
      return everyLine
    // The answer names the choice.
    case 'ask':
      if (result !== undefined) return everyLine
      break
    // The head shows the tasks, without the descriptions of open ones.
    case 'todo':
      if (intent.isWhole || settled.has(block.callId)) return everyLine
      return (text, label) => (label !== '' && label !== 'description: ') || isInOutcome(outcome, text)
  }
  return text => isInOutcome(outcome, text)
}

/** The outcome of a commit contains its subject. */
function isInOutcome(outcome: string, text: string): boolean {
  return outcome !== '' && isSaidOf(outcome, text)
}

/** How many lines of a rejected command are shown with the answer to it. */
const maxRejected = 6

function answerLinesOf(call: Call): number {
  if (!isRejected(call.outcome)) return 0
  return isShownRejected(call) ? maxRejected : 1
}

/** A rejected edit changed nothing. For a rejected command the person's words matter most, if there are any. */
function isShownRejected({ command, result }: Call): boolean {
  const words = result === undefined ? undefined : rejectionIn(result.text)?.words
  return command !== undefined && (words ?? '') === ''
}

/** Shorter lines, as `}`, occur in many places. */
const minLineLength = 4

/**
 * Whether two edits replace the same lines. A call that writes the whole file, or whose old text is unknown, replaces all of
 * it.
 */
function isSamePlace(one: Pick<ToolCallBlock, 'text'>, other: Pick<ToolCallBlock, 'text'>): boolean {
  const [lines, others] = [oldLines(one), oldLines(other)]
  if (lines.size === 0 || others.size === 0) return true
  return 2 * lines.intersection(others).size >= Math.min(lines.size, others.size)
}

function oldLines(call: Pick<ToolCallBlock, 'text'>): ReadonlySet<string> {
  const given = editArguments(argumentsOf(call)).flatMap(args => textArgument(args, oldTextNames) ?? [])
  const taken =
    given.length > 0
      ? given
      : (editLines(call) ?? []).flatMap(({ sign, text }) => (sign === '-' ? [text] : []))
  const lines = taken.flatMap(text => text.split('\n')).map(line => line.trim())
  const long = lines.filter(line => line.length >= minLineLength)
  return new Set(long.length > 0 ? long : lines.filter(line => line !== ''))
}
