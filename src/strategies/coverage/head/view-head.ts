/** The lines at the head of a coverage view, with the state of the work. */
import { commandOf } from '../../../scan/actions/call-command.ts'
import { isReadOnly } from '../../../scan/actions/is-read-only.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import type { Message, ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import type { DigestSpan } from '../../../view/digest-spans.ts'
import { sessionLedger } from '../../../view/session-ledger.ts'
import type { ViewContext } from '../../../view/view-context.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { isEnd, requestTexts } from '../facts/view-part.ts'
import { digestWithRoom } from '../layout/digest-with-room.ts'
import { answerTo } from './answer-to.ts'
import { continuingMessages, currentRequest, rejectionWords } from './current-request.ts'
import { addedState, isRequest } from './is-request.ts'
import { lastSuccess } from './last-success.ts'
import { type PresentInput, type PresentLines, presentLines } from './present-lines.ts'
import { requestWords, saidIn } from './request-words.ts'
import { settledFailures } from './settled-failures.ts'
import { stopsWork } from './stops-work.ts'
import { type TaskTitles, taskTitles } from './task-titles.ts'
import { isForAgent, isWithdrawalAt, lastForAgent, lastTyped } from './typed-requests.ts'

interface ViewHead extends Pick<PresentLines, 'checkedBy' | 'isRooted'> {
  /** The digest that contains it. */
  readonly digest: number
  readonly text: string
  readonly tasks: TaskTitles
  /** See `settledFailures`. */
  readonly settled: ReadonlySet<string>
}

interface StateFacts {
  readonly isKept: (message: number) => boolean
  /** How many of the last calls have no answer. */
  readonly openCalls: number
}

interface HeadForm extends Pick<PresentInput, 'root' | 'withReads' | 'withNames'> {
  readonly facts: Pick<ConversationFacts, 'messages' | 'turns' | 'places' | 'results' | 'openFrom'>
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
  const continuing = new Set(Array.from(continuingMessages(conversation.messages), session.turnOf))
  const rows = session
    .before(conversation.messages.length)
    .rows.map(row => (isRequest(row) && continuing.has(row.last) ? { ...row, state: addedState } : row))
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
    isAtWork: facts.turns.lastStep >= 0,
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
    stateLine(conversation.messages, numbers, { isKept, openCalls: countOpenCalls(facts) }),
    ...lines,
  ].join('\n')
  const tokens = conversation.counters.counter.count(text)
  return {
    digest: digestWithRoom(digests, 'head', tokens),
    text,
    tasks: taskTitles(rows),
    settled: settledFailures(rows),
    ...said,
  }
}

/**
 * `State at #247: request #93 (continued by #240 "go on") is being worked on`; `numbers` are those of the messages and of the next
 * one. A request that stands far away has its first words. A request that the user withdrew with the next message is named so,
 * and the request before it applies again. The last calls may be without an answer.
 */
export function stateLine(
  messages: readonly Message[],
  numbers: readonly number[],
  { isKept, openCalls }: StateFacts = { isKept: () => false, openCalls: 0 },
): string {
  // The last message is the last one of the view; the first that was typed is right below this line.
  const first = messages.findIndex((_, at) => isForAgent(messages, at))
  const isFar = (at: number): boolean => at < messages.length - 1 && (isKept(at) || at !== first)
  const nameOf: Naming['nameOf'] = (at, length) =>
    `#${numbers[at]}${isFar(at) ? requestWords(saidIn(messages, at), isKept(at) ? maxKept : length) : ''}`
  const open = openText(openCalls)
  const place = `State at #${(numbers.at(-1) as number) - 1}`
  const last = lastTyped(messages, messages.length)
  const withdrawn = isWithdrawalAt(messages, last) ? lastTyped(messages, last) : -1
  if (withdrawn < 0)
    return last < 0
      ? place + open
      : `${place}: ${requestState(messages, last, { nameOf, numbers }, lastForAgent(messages))}${open}`
  const before = lastTyped(messages, withdrawn)
  const taken = `#${numbers[last]} takes back request #${numbers[withdrawn]}`
  if (before < 0) return `${place}: ${taken}`
  return `${place}: ${requestState(messages, before, { nameOf, numbers }, withdrawn - 1)}; ${taken}`
}

interface Naming {
  /** The number of a message, with its words where they stand far away. */
  readonly nameOf: (message: number, length: number) => string
  readonly numbers: readonly number[]
}

/** Words of a request that stands whole in the view, of one that is a line among others, and of what adds to it. */
const maxKept = 80
const maxRequest = 120
const maxAdded = 50

/** `end`: the last message before the next request. */
function requestState(
  messages: readonly Message[],
  request: number,
  { nameOf, numbers }: Naming,
  end: number,
): string {
  // Opaque blocks do not show that work has begun.
  const isBegun = messages
    .slice(request + 1)
    .some(({ role, blocks }) => role === 'assistant' && blocks.some(({ type }) => type !== 'opaque'))
  const isAnswered = isEnd(messages, end) || handsIn(messages, end)
  const state = !isBegun ? 'has no answer yet' : isAnswered ? 'is answered' : 'is being worked on'
  const stopped = isBegun && !isAnswered ? stoppedText(messages, end) : ''
  const current = currentRequest(messages, request)
  // What only goes on with a request may be about the agent's last words, too.
  const { asked, continuedBy, added } =
    isBegun || current.continuedBy === undefined
      ? current
      : { asked: request, continuedBy: undefined, added: [] }
  const addition = added
    .slice(-maxAdditions)
    .map(at => {
      const answer = answerTo(messages, at)
      const answered = answer === undefined ? '' : `, answered #${numbers[answer]}`
      return `${nameOf(at, maxAdded)}${requestWords(rejectionWords(messages, at), maxAdded)}${answered}`
    })
    .join(', ')
  const notes = [
    // It may be shown among the instructions in force, without its number.
    ...(requestTexts(messages, asked).length === 0 ? ['an inserted prompt, nothing typed'] : []),
    ...(addition === '' ? [] : [`user added ${addition}`]),
    ...(continuedBy === undefined ? [] : [`continued by ${nameOf(continuedBy, maxAdded)}`]),
  ]
  const succeeded = isBegun && !isAnswered && stopped === '' ? lastSuccess(messages, end) : -1
  const result = succeeded < 0 ? '' : `; the last call (#${numbers[succeeded]}) succeeded, no reply yet`
  const noted = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  return `request ${nameOf(asked, maxRequest)}${noted} ${isBegun || asked === request ? state : 'is being worked on'}${stopped}${result}`
}

/** The newest say most of what applies now. */
const maxAdditions = 3

/** A person's rejection of a call comes before the words that it interrupts the agent with. */
function stoppedText(messages: readonly Message[], end: number): string {
  const isNote = messages[end]?.blocks.every(({ type }) => type === 'text') === true
  const last = [...(isNote ? (messages[end - 1]?.blocks ?? []) : []), ...(messages[end]?.blocks ?? [])]
  if (!(messages[end]?.blocks ?? []).some(stopsWork)) return ''
  const isRejected = last.filter(isResult).some(({ text }) => rejectionIn(text) !== undefined)
  return isRejected ? ', but the user rejected the last call' : ', but the user interrupted it'
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

function countOpenCalls({ messages, openFrom, results }: OpenCalls): number {
  return messages
    .slice(openFrom)
    .flatMap(({ blocks }) => blocks.filter(block => isCall(block) && !results.has(block.callId))).length
}

function openText(calls: number): string {
  if (calls === 0) return ''
  return calls === 1 ? '; the last call has no answer yet' : `; the last ${calls} calls have no answer yet`
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
