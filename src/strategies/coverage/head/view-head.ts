/** The lines at the head of a coverage view, with the state of the work. */
import { isAssent } from '../../../scan/acknowledgement.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { isReadOnly } from '../../../scan/actions/is-read-only.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import type { Speech } from '../../../scan/speakers/speech.ts'
import { typedTexts } from '../../../scan/speakers/typed-texts.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import { isWithdrawal } from '../../../scan/withdrawal.ts'
import { wordCut } from '../../../scan/word-cut.ts'
import type { Message, ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import type { DigestSpan } from '../../../view/digest-spans.ts'
import { sessionLedger } from '../../../view/session-ledger.ts'
import type { ViewContext } from '../../../view/view-context.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { isEnd, isTyped, requestTexts } from '../facts/view-part.ts'
import { digestWithRoom } from '../layout/digest-with-room.ts'
import { type PresentInput, type PresentLines, presentLines } from './present-lines.ts'
import { type TaskTitles, taskTitles } from './task-titles.ts'

interface ViewHead extends Pick<PresentLines, 'checkedBy' | 'isRooted'> {
  /** The digest that contains it. */
  readonly digest: number
  readonly text: string
  readonly tasks: TaskTitles
}

interface StateFacts {
  readonly isKept: (message: number) => boolean
  readonly hasOpenCall: boolean
}

interface HeadForm extends Pick<PresentInput, 'root' | 'withReads' | 'withNames'> {
  readonly facts: Pick<ConversationFacts, 'messages' | 'places' | 'results' | 'openFrom'>
  /** Whether a message stays as it is: no number is beside it. */
  readonly isKept: (message: number) => boolean
}

/** With less room there is no head. */
const minTokens = 40

/** In the first digest with enough room; `undefined` where there is no room or nothing to say. */
export function viewHead(
  { conversation, lookup, numbers }: ViewContext,
  digests: readonly DigestSpan[],
  room: number,
  { facts, isKept, ...form }: HeadForm,
): ViewHead | undefined {
  if (room < minTokens || digests.length === 0) return undefined
  const session = sessionLedger(conversation, { views: lookup.earlier ?? [], isFresh: false })
  const { rows } = session.before(conversation.messages.length)
  const messageAt = new Map(conversation.messages.map((_, at) => [session.turnOf(at), at]))
  const { lines, ...said } = presentLines({
    rows,
    numberOf: turn => turn + 1,
    counter: conversation.counters.counter,
    room,
    placesAt: turn => facts.places.ofMessage(messageAt.get(turn) ?? -1),
    requestAt: turn => {
      const at = messageAt.get(turn)
      return at === undefined ? '' : requestTexts(conversation.messages, at).join('\n')
    },
    // What ran in messages that an earlier view replaces is not known.
    mayHaveChecked: since =>
      conversation.messages.some(
        (message, at) =>
          session.turnOf(at + 1) - 1 > since && (session.isView(at) || mayCheck(message, at, facts)),
      ),
    ...form,
  })
  // A conversation without calls has no state of work.
  if (lines.length === 0 && !conversation.messages.some(({ blocks }) => blocks.some(isCall))) return undefined
  const text = [
    stateLine(conversation.messages, numbers, { isKept, hasOpenCall: hasOpenCall(facts) }),
    ...lines,
  ].join('\n')
  const tokens = conversation.counters.counter.count(text)
  return { digest: digestWithRoom(digests, 'head', tokens), text, tasks: taskTitles(rows), ...said }
}

/**
 * `State at #247: request #93 (continued by #240 "go on") is being worked on`; `numbers` are those of the messages and of the next
 * one. A request that stays as it is has its first words. A request that the user withdrew with the next message is named so,
 * and the request before it applies again. The last calls may be without an answer.
 */
export function stateLine(
  messages: readonly Message[],
  numbers: readonly number[],
  { isKept, hasOpenCall }: StateFacts = { isKept: () => false, hasOpenCall: false },
): string {
  // The last message is the last one of the view.
  const isUnnumbered = (at: number): boolean => at < messages.length - 1 && isKept(at)
  const nameOf = (at: number): string => `#${numbers[at]}${isUnnumbered(at) ? firstWords(messages, at) : ''}`
  const open = hasOpenCall ? '; the last call has no answer yet' : ''
  const place = `State at #${(numbers.at(-1) as number) - 1}`
  const last = lastTyped(messages, messages.length)
  const withdrawn = isWithdrawalAt(messages, last) ? lastTyped(messages, last) : -1
  if (withdrawn < 0)
    return last < 0
      ? place + open
      : `${place}: ${requestState(messages, last, nameOf, lastForAgent(messages))}${open}`
  const before = lastTyped(messages, withdrawn)
  const taken = `#${numbers[last]} takes back request #${numbers[withdrawn]}`
  if (before < 0) return `${place}: ${taken}`
  return `${place}: ${requestState(messages, before, nameOf, withdrawn - 1)}; ${taken}`
}

/** `end`: the last message before the next request. */
function requestState(
  messages: readonly Message[],
  request: number,
  nameOf: (message: number) => string,
  end: number,
): string {
  // Opaque blocks do not show that work has begun.
  const isBegun = messages
    .slice(request + 1)
    .some(({ role, blocks }) => role === 'assistant' && blocks.some(({ type }) => type !== 'opaque'))
  const isAnswered = isEnd(messages, end) || handsIn(messages, end)
  const state = !isBegun ? 'has no answer yet' : isAnswered ? 'is answered' : 'is being worked on'
  const rejected = isBegun && !isAnswered && isRejectedAt(messages, end) ? `, ${lastRejected}` : ''
  const asked = isBegun ? continuedRequest(messages, request) : request
  const notes = [
    // It may be shown among the instructions in force, without its number.
    ...(requestTexts(messages, asked).length === 0 ? ['an inserted prompt, nothing typed'] : []),
    ...(asked === request ? [] : [`continued by ${nameOf(request)}`]),
  ]
  const noted = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  return `request ${nameOf(asked)}${noted} ${state}${rejected}`
}

const maxWords = 50

/** A path or an address at the beginning, which takes the room of the words behind it. */
const leadingPath = /^\S{25,1000}\s{1,8}(?=\S)/

/** ` "Mend the parser …"`, ` "… give me the command for this"` */
function firstWords(messages: readonly Message[], request: number): string {
  const first = requestTexts(messages, request).join('\n').trim().split('\n', 1)[0] as string
  const line = first.replace(leadingPath, '… ')
  const words = wordCut(line, maxWords).trimEnd()
  return words === '' ? '' : ` "${words}${words.length < line.trimEnd().length ? ' …' : ''}"`
}

/** The request that `yes` or `proceed` goes on with; itself where it says more, or no request is before it. */
function continuedRequest(messages: readonly Message[], request: number): number {
  const isAssentAt = (at: number): boolean => isAssent(requestTexts(messages, at).join('\n').trim())
  if (!isAssentAt(request)) return request
  let isTakenBack = false
  for (let at = request - 1; at >= 0; at -= 1) {
    if (!isForAgent(messages, at)) continue
    if (isTakenBack) isTakenBack = false
    else if (isWithdrawalAt(messages, at)) isTakenBack = true
    else if (!isAssentAt(at)) return at
  }
  return request
}

const lastRejected = 'but the user rejected the last call'

/** Whether a person rejected the last call: their words about it come first. */
function isRejectedAt(messages: readonly Message[], at: number): boolean {
  return messages[at]?.blocks.filter(isResult).some(({ text }) => rejectionIn(text) !== undefined) === true
}

/** The last message before `end` that a person typed something for the agent in; -1 where there is none. */
function lastTyped(messages: readonly Message[], end: number): number {
  return messages.slice(0, end).findLastIndex((_, at) => isForAgent(messages, at))
}

function isForAgent(messages: readonly Message[], message: number): boolean {
  return isTyped(messages, message) && !isForProgram(messages, message)
}

/** `/exit`, `! git pull`: commands that the program of the agent runs by itself, and nothing else. */
function isForProgram(messages: readonly Message[], message: number): boolean {
  return isOfProgram(messages, message) && partsAt(messages, message).some(({ kind }) => kind === 'command')
}

/** Whether the user's program alone speaks in it, or is spoken to. */
function isOfProgram(messages: readonly Message[], message: number): boolean {
  const parts = partsAt(messages, message)
  return (
    parts.length > 0 &&
    parts.every(part => part.kind === 'program' || (part.kind === 'command' && !part.hasPrompt))
  )
}

function partsAt(messages: readonly Message[], message: number): readonly Speech[] {
  const { role, blocks } = messages[message] as Message
  const { speechAt } = whoSpoke(messages)
  return role === 'user' ? blocks.flatMap((_, block) => speechAt({ message, block })) : []
}

/** The last message before commands for the program at the end, with what they printed and the caveat above them. */
function lastForAgent(messages: readonly Message[]): number {
  let end = messages.length - 1
  for (let at = end; at >= 0 && isOfProgram(messages, at); at -= 1) {
    const [block] = messages[at]?.blocks ?? []
    const isCaveat = block?.type === 'text' && block.text.startsWith('<local-command-caveat>')
    if (isCaveat || isForProgram(messages, at)) end = at - 1
  }
  return end
}

function isWithdrawalAt(messages: readonly Message[], message: number): boolean {
  const blocks = messages[message]?.blocks ?? []
  const typed = blocks.flatMap((_, block) => typedTexts(messages, { message, block }))
  return isWithdrawal(typed.join('\n'))
}

/**
 * Calls that hand in the work at the end: `submit` of SWE-agent, `finish` of OpenHands, `attempt_completion` of Cline,
 * `complete_task` of Gemini CLI.
 */
const finalTool = /^(?:submit|finish|attempt_completion|complete_task|task_complete)$/
/** Cline passes on the user's feedback. */
const feedback = /<feedback>|\bprovided feedback\b/

/** Whether a message has such a call or its result; a call that the tool refused does not count. */
function handsIn(messages: readonly Message[], at: number): boolean {
  const message = messages[at]
  const asking = message?.role === 'assistant' ? message : messages[at - 1]
  const call = asking?.role === 'assistant' ? asking.blocks.findLast(isCall) : undefined
  if (message === undefined || call === undefined || !finalTool.test(call.name)) return false
  if (message === asking) return true
  const answer = message.blocks.filter(isResult).find(({ callId }) => callId === call.callId)
  return answer !== undefined && answer.isError !== true && !feedback.test(answer.text.slice(0, 400))
}

type OpenCalls = Pick<ConversationFacts, 'messages' | 'results' | 'openFrom'>

/** Whether one of the last calls has no answer. */
function hasOpenCall({ messages, openFrom, results }: OpenCalls): boolean {
  return messages
    .slice(openFrom)
    .some(({ blocks }) => blocks.some(block => isCall(block) && !results.has(block.callId)))
}

/** Whether a message has a command that does more than read files or change them by a patch, and that may have ended. */
function mayCheck({ blocks }: Message, at: number, { openFrom, results }: OpenCalls): boolean {
  return blocks.some(
    block =>
      isCall(block) &&
      (at < openFrom || results.has(block.callId)) &&
      commandOf(block) !== undefined &&
      !isReadOnly(block) &&
      shellPatch(block) === undefined,
  )
}

function isCall(block: Message['blocks'][number]): block is ToolCallBlock {
  return block.type === 'toolCall'
}

function isResult(block: Message['blocks'][number]): block is ToolResultBlock {
  return block.type === 'toolResult'
}
