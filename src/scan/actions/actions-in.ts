/** What an agent did over a whole conversation, each action with the block that it was asked for in. */
import type { Message, ToolCallBlock } from '../../types.ts'
import { type LocatedBlock, locatedBlocks } from '../located-blocks.ts'
import type { Action, LocatedAnswer } from './action.ts'
import { actionsOf } from './actions-of.ts'
import { commandOutput } from './command-output.ts'
import { gitStatements } from './git-statements.ts'
import { withLateResults } from './late-results.ts'
import { endingsOf, namedByEnd } from './path-resolver.ts'
import { shellCommands } from './shell/shell-commands.ts'
import { spokenCall, textBlocksOf } from './spoken-calls.ts'

export interface LocatedAction {
  readonly message: number
  readonly block: number
  readonly action: Action
  /** Absent where nothing came back. */
  readonly answer?: LocatedAnswer
}

/** One call of a tool, or a command that the agent wrote into its text. */
export interface ReadCall {
  readonly message: number
  readonly block: number
  /** Absent where the agent wrote its command into its text. */
  readonly tool?: string
  readonly arguments: string
  /** Empty where nothing is known of its tool. */
  readonly actions: readonly LocatedAction[]
  /** Absent where nothing came back. */
  readonly answer?: LocatedAnswer
}

export function actionsIn(messages: readonly Message[]): readonly LocatedAction[] {
  return callsIn(messages).flatMap(({ actions }) => actions)
}

export function callsIn(messages: readonly Message[]): readonly ReadCall[] {
  const known: KnownFiles = { used: new Set(), listed: new Set() }
  return Array.from(askedCalls(messages), call => ({
    ...call,
    actions: call.actions.map(located => withKnownFiles(located, known)),
  }))
}

/**
 * The same, where a file that is written whole always counts as created: what was there before is not asked. Each call
 * is read when it is asked for, so that a caller that looks closer finds its arguments still read.
 */
export function* askedCalls(messages: readonly Message[]): Generator<ReadCall> {
  const blocks = locatedBlocks(messages)
  if (!blocks.some(({ type }) => type === 'toolCall')) yield* spokenCalls(messages)
  const results = withLateResults(resultsOf(blocks), blocks)
  const asked = new Set<string>()
  for (const { message, block, type, own } of blocks)
    if (type === 'toolCall') {
      asked.add(own.callId)
      yield readCall({ message, block, tool: own.name }, own, results.get(own.callId))
    } else if (type === 'toolResult' && !asked.has(own.callId)) {
      // A result without a call is all that is left of that call.
      const { name: tool = 'tool', text, isError } = own
      yield { message, block, tool, arguments: '', actions: [], answer: { text, isError, message, block } }
    }
}

function* spokenCalls(messages: readonly Message[]): Generator<ReadCall> {
  for (let index = 0; index + 1 < messages.length; index += 1) {
    const message = messages[index] as Message
    const next = messages[index + 1] as Message
    const call = spokenCall(message, next)
    if (call === undefined) continue
    const block = message.blocks.findLastIndex(({ type }) => type === 'text')
    const first = next.blocks.findIndex(({ type }) => type === 'text')
    const read = readCall({ message: index, block }, call, {
      text: textBlocksOf(next),
      message: index + 1,
      block: first,
    })
    yield { ...read, arguments: '' }
  }
}

function readCall(
  place: Pick<ReadCall, 'message' | 'block' | 'tool'>,
  call: Pick<ToolCallBlock, 'name' | 'text'>,
  answer: LocatedAnswer | undefined,
): ReadCall {
  const { message, block } = place
  const answered = answer === undefined ? {} : { answer }
  const actions = actionsOf(call, answer).map(action => ({ message, block, action, ...answered }))
  return { ...place, arguments: call.text, actions, ...answered }
}

/** By the identifier of the call; an answer of several parts is read as one. */
function resultsOf(blocks: readonly LocatedBlock[]): ReadonlyMap<string, LocatedAnswer> {
  const results = new Map<string, LocatedAnswer>()
  for (const { message, block, type, own } of blocks) {
    if (type !== 'toolResult') continue
    const first = results.get(own.callId)
    const part = { text: own.text, isError: own.isError, message, block }
    results.set(own.callId, first === undefined ? part : joined(first, part))
  }
  return results
}

function joined(first: LocatedAnswer, part: LocatedAnswer): LocatedAnswer {
  return { ...first, text: `${first.text}\n${part.text}`, isError: part.isError === true || first.isError }
}

interface KnownFiles {
  readonly used: Set<string>
  /** What git named as changed. */
  readonly listed: Set<string>
}

/** Writing a file that was there before changes it; it does not make it. */
function withKnownFiles(located: LocatedAction, { used, listed }: KnownFiles): LocatedAction {
  const { action, answer } = located
  if (action.type === 'run' && answer !== undefined)
    for (const path of listedBy(action.command, answer.text)) listed.add(path)
  if (action.outcome === 'failed') return located
  if (action.type === 'delete' || action.type === 'move') {
    used.delete(action.path)
    for (const ending of endingsOf(action.path)) listed.delete(ending)
  }
  if (action.type === 'move') used.add(action.to)
  if (action.type !== 'read' && action.type !== 'create' && action.type !== 'modify') return located
  const { path } = action
  const isChange =
    action.type === 'create' &&
    action.isDirectory !== true &&
    (used.has(path) || (listed.size > 0 && namedByEnd(path, named => listed.has(named))))
  used.add(path)
  return isChange ? { ...located, action: { type: 'modify', path, outcome: action.outcome } } : located
}

function listedBy(command: string, output: string): readonly string[] {
  if (!/\bgit\b.{0,400}\b(?:status|diff)\b/.test(command)) return []
  return gitStatements(shellCommands(command), commandOutput(output), true).flatMap(
    ({ about, kind, text }) =>
      about === 'uncommitted' && (kind === 'shown' || kind === 'changed') ? text.split('\n') : [],
  )
}
