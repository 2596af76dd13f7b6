/** The parts of a view, in the order in which room is assigned to them. */
import { isAssent } from '../../../scan/acknowledgement.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { isReadOnly } from '../../../scan/actions/is-read-only.ts'
import { isRunning, outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { awaitsShell } from '../../../scan/actions/spoken-calls.ts'
import { delegateAnswer, laterAnswers } from '../../../scan/actions/subagent-answer.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { saysNoResponse } from '../../../scan/says-no-response.ts'
import type { SpeechKind } from '../../../scan/speakers/speech.ts'
import { isBarePrompt } from '../../../scan/speakers/template-parts.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import { remembered } from '../../../tokens/remembered.ts'
import type { Block, Message, TextBlock, ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { isDocumentFile } from './program-file.ts'
import { announcesMore } from './step-words.ts'

export const viewParts = [
  /** What a person typed. */
  'typed',
  /** A person's answer to a question of a tool, or their words about a call that they rejected. */
  'answer',
  /** What came with a request: a pasted document, a plan, a file that it names, an earlier summary. */
  'pasted',
  /** What the agent said since the last request. */
  'narration',
  /** The commands since the last request, with their outcomes. */
  'outcome',
  /** The last calls and their results. */
  'latest',
  /** What else the agent did since the last request. */
  'present',
  /** The agent's last words of each earlier turn. */
  'conclusion',
  /** The answers of subagents. */
  'report',
  /** Edits, and the outcomes of commands. */
  'action',
  /** What the agent said in earlier turns. */
  'words',
  /** Everything else. */
  'evidence',
] as const

export type ViewPart = (typeof viewParts)[number]

/** The parts that compete for the same room, in the order in which room is assigned. */
export const viewPhases: readonly (readonly ViewPart[])[] = [
  ['typed', 'answer'],
  // Its room is small, and what comes next depends on it.
  ['latest'],
  ['pasted', 'report'],
  ['narration'],
  ['outcome'],
  ['present'],
  ['conclusion'],
  ['action'],
  ['words'],
  ['evidence'],
]

/** Requests at most this many turns ago define the current work. */
export const nowTurns = 1

export interface Turns {
  /** The last message that a person typed; -1 if there is none. */
  readonly lastTyped: number
  /** The message with the last calls of a turn that has not ended; -1 if there is none. */
  readonly lastStep: number
  /** How many requests come after each message. */
  readonly after: (message: number) => number
  /** Whether the agent wrote a longer text after a message, in the same turn. */
  readonly isTakenUp: (message: number) => boolean
  readonly partOf: (message: number, block: number) => ViewPart
  /** Whether a result only says that a subagent was started. */
  readonly isLaunch: (result: ToolResultBlock) => boolean
}

/** How many of the newest results and edits since the last request are shown before others. */
const latestResults = 2
const latestEdits = 2
/** A text of this length counts as a summary. */
const minSummary = 300
const namePattern = /[\w-][\w.-]{0,200}\.[a-z]{2,8}\b/gi

const fileNamesIn = remembered((text): readonly string[] =>
  // Most messages name no file.
  text.includes('.') ? Array.from(text.matchAll(namePattern), ([name]) => name) : [],
)

export function turnsOf(messages: readonly Message[]): Turns {
  const typed = messages.flatMap((_, at) => (isTyped(messages, at) ? [at] : []))
  const lastTyped = typed.at(-1) ?? -1
  const turn = new Int32Array(messages.length)
  /** As the turns, but `continue` or a request that is sent again goes on with the same one. */
  const request = new Int32Array(messages.length)
  let requests = 0
  const concluding = new Map<number, string>()
  const delegates = new Set<string>()
  const questions = new Set<string>()
  const named = new Set<string>()
  const edits = new Set<string>()
  const failed = new Set<string>()
  const results: string[] = []
  const namedFiles = new Set<string>()
  /** The last message of each turn with a longer text of the agent. */
  const summedUp = new Map<number, number>()
  let count = 0
  for (const [at, { role, blocks }] of messages.entries()) {
    if (typed[count] === at) {
      count += 1
      if (asksMore(messages, at, typed[count])) requests += 1
    }
    turn[at] = count
    request[at] = requests
    if (role === 'user')
      for (const text of requestTexts(messages, at))
        for (const name of fileNamesIn(text)) namedFiles.add(name)
    for (const [index, block] of blocks.entries()) {
      if (role === 'assistant' && isSaid(block)) {
        concluding.set(count, `${at} ${index}`)
        if (block.text.length >= minSummary) summedUp.set(count, at)
      }
      if (block.type === 'toolResult' && at > lastTyped) results.push(block.callId)
      if (block.type === 'toolResult' && edits.has(block.callId) && outcomeOf(block).outcome === 'failed')
        failed.add(block.callId)
      if (block.type !== 'toolCall') continue
      const [intent] = toolIntents(block)
      if (intent?.type === 'delegate') delegates.add(block.callId)
      else if (intent?.type === 'ask') questions.add(block.callId)
      else if (intent?.type === 'modify' && at > lastTyped) edits.add(block.callId)
      else if (
        intent?.type === 'read' &&
        isDocumentFile(intent.path) &&
        namedFiles.has(fileName(intent.path))
      )
        named.add(block.callId)
    }
  }
  const ends = new Set(concluding.values())
  const isReport = ({ callId, text }: ToolResultBlock): boolean =>
    delegates.has(callId) ? delegateAnswer(text).report !== undefined : laterAnswers(text).length > 0
  const hasEnded = isEnd(messages, messages.length - 1)
  // An edit that failed changed nothing, unless it is the one to be made again.
  const made = [...edits].filter((id, at) => !failed.has(id) || at === edits.size - 1)
  const latest = new Set(hasEnded ? [] : [...results.slice(-latestResults), ...made.slice(-latestEdits)])
  const lastCalls = hasEnded ? -1 : messages.findLastIndex(({ blocks }) => blocks.some(isCall))
  const lastStep = lastCalls > lastTyped ? lastCalls : -1
  return {
    lastTyped,
    lastStep,
    isLaunch: result => delegates.has(result.callId) && !isReport(result),
    after: message => requests - (request[message] as number),
    isTakenUp: message => (summedUp.get(turn[message] as number) ?? -1) > message,
    partOf(message, block) {
      const { role, blocks } = messages[message] as Message
      const said = blocks[block] as Block
      if (said.type === 'toolCall') {
        if (questions.has(said.callId)) return 'answer'
        if (isReadOnly(said)) return message === lastStep ? 'latest' : 'evidence'
        if (isDocument(said)) return 'pasted'
        if (message <= lastTyped) return 'action'
        if (latest.has(said.callId) && toolIntents(said)[0]?.type !== 'create') return 'latest'
        return commandOf(said) === undefined ? 'present' : 'outcome'
      }
      if (said.type === 'toolResult') {
        if (questions.has(said.callId)) return 'answer'
        if (isReport(said)) return 'report'
        if (named.has(said.callId)) return 'pasted'
        return latest.has(said.callId) ? 'latest' : 'evidence'
      }
      if (role === 'user') return 'typed'
      if (role !== 'assistant') return 'evidence'
      if (message > lastTyped) return 'narration'
      return ends.has(`${message} ${block}`) ? 'conclusion' : 'words'
    },
  }
}

/** Not `continue`, and not a request that the next typed message repeats. */
function asksMore(messages: readonly Message[], at: number, next: number | undefined): boolean {
  const said = requestTexts(messages, at).join('\n').trim()
  return !isAssent(said) && (next === undefined || said !== requestTexts(messages, next).join('\n').trim())
}

/**
 * Whether a turn has ended with a message: with a conclusion, and with no command left running. Reasoning alone comes before
 * the next call.
 */
export function isEnd(messages: readonly Message[], message: number): boolean {
  const { role, blocks = [], isCommentary } = messages[message] ?? {}
  return (
    role === 'assistant' &&
    isCommentary !== true &&
    blocks.some(isSaid) &&
    !blocks.some(isCall) &&
    !announcesMore(blocks.findLast(isSaid)?.text ?? '') &&
    !isRunning(lastResult(messages, message)) &&
    !awaitsShell(messages, message)
  )
}

/** The last result before a message, in the same turn. */
function lastResult(messages: readonly Message[], message: number): string {
  for (let at = message - 1; at >= 0; at -= 1) {
    const { role, blocks } = messages[at] as Message
    const result = blocks.findLast(block => block.type === 'toolResult')
    if (result?.type === 'toolResult') return result.text
    if (role === 'user') return ''
  }
  return ''
}

function isSaid(block: Block): block is TextBlock {
  return block.type === 'text' && block.text.trim() !== '' && !saysNoResponse(block.text)
}

function isCall({ type }: Block): boolean {
  return type === 'toolCall'
}

/** Whether a call writes a document for people: a plan, a report. */
function isDocument(call: ToolCallBlock): boolean {
  const [intent] = toolIntents(call)
  return intent?.type === 'create' && isDocumentFile(intent.path)
}

/**
 * What a person sent in a message. A text that is typed from beginning to end is the same string, so that cached results apply
 * to it.
 */
export function requestTexts(messages: readonly Message[], message: number): readonly string[] {
  const { speechAt } = whoSpoke(messages)
  return (messages[message] as Message).blocks.flatMap((block, index) =>
    block.type === 'text'
      ? speechAt({ message, block: index }).flatMap(({ kind, start, end }) =>
          ofPerson.has(kind) ? [block.text.slice(start, end)] : [],
        )
      : [],
  )
}

/**
 * Whether a person says something in it: words, a command, something pasted or quoted from an agent, or a prompt without words
 * of their own.
 */
export function isTyped(messages: readonly Message[], message: number): boolean {
  const { role, blocks } = messages[message] as Message
  if (role !== 'user') return false
  const { speechAt } = whoSpoke(messages)
  return blocks.some(({ type }, block) => {
    if (type !== 'text') return false
    const parts = speechAt({ message, block })
    return parts.some(({ kind }) => ofPerson.has(kind)) || isBarePrompt(parts)
  })
}

const ofPerson: ReadonlySet<SpeechKind> = new Set(['typed', 'command', 'pasted', 'quotedAgent'])

const interruption = /^\[Request interrupted by user\]\s{0,4}$/

/** Whether a text says that the request before it was interrupted at once. */
export function stopsRequest(text: string, messages: readonly Message[], message: number): boolean {
  return interruption.test(text) && message > 0 && isTyped(messages, message - 1)
}
