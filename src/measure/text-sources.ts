/** The source of each tool result in a conversation. */
import type { TextSource } from '../reduce/reducer.ts'
import type { Action } from '../scan/actions/action.ts'
import { actionsOf } from '../scan/actions/actions-of.ts'
import { describeCall } from '../scan/actions/describe-call.ts'
import { exitCodeIn } from '../scan/actions/outcome-of.ts'
import { sourceOf } from '../scan/actions/source-of.ts'
import { spokenCommand, textBlocksOf } from '../scan/actions/spoken-calls.ts'
import type { Message, ToolCallBlock, ToolResultBlock } from '../types.ts'

/** A call, with the facts that describe its result. */
export interface CallOrigin {
  readonly message: number
  readonly source: TextSource
  /** Its result is the content of a file. */
  readonly showsFile: boolean
  /** Files that it changes. */
  readonly edits: readonly string[]
}

/** By the identifier of the call. */
export function callOrigins(messages: readonly Message[]): ReadonlyMap<string, CallOrigin> {
  return new Map(
    messages.flatMap(({ blocks }, message) =>
      blocks.flatMap(block =>
        block.type === 'toolCall' ? [[block.callId, originOf(block, message)] as const] : [],
      ),
    ),
  )
}

/** A command that an agent wrote into its text, and the next message that answers it. */
export interface SpokenStep {
  readonly command: string
  readonly origin: CallOrigin
  readonly exitCode: number | undefined
}

/** By the message of the command; empty where the agent calls tools. */
export function spokenSteps(messages: readonly Message[]): ReadonlyMap<number, SpokenStep> {
  const steps = new Map<number, SpokenStep>()
  if (messages.some(({ blocks }) => blocks.some(({ type }) => type === 'toolCall'))) return steps
  for (const [index, message] of messages.entries()) {
    const answer = messages[index + 1]
    const command = spokenCommand(message, answer)
    if (command === undefined || answer === undefined) continue
    const call = { name: 'bash', text: JSON.stringify({ command }) }
    const origin = originOf({ type: 'toolCall', callId: '', media: 'json', ...call }, index)
    steps.set(index, { command, origin, exitCode: exitCodeIn(textBlocksOf(answer)) })
  }
  return steps
}

/** The source of one result: what the call shows, and how it ended. */
export function sourceOfResult(result: ToolResultBlock, origin: CallOrigin | undefined): TextSource {
  const exitCode = exitCodeIn(result.text)
  return {
    ...(result.name === undefined ? {} : { tool: result.name }),
    ...origin?.source,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(result.isError === undefined ? {} : { isError: result.isError }),
  }
}

function originOf(call: ToolCallBlock, message: number): CallOrigin {
  const source = sourceOf(call)
  const actions = actionsOf(call)
  const searched = source.command === undefined ? actions.find(isSearch) : undefined
  return {
    message,
    source: { ...source, ...searchedFor(searched), call: describeCall(call) },
    showsFile: source.path !== undefined && actions.every(({ type }) => type === 'read' || type === 'run'),
    edits: actions.flatMap(action =>
      action.type === 'modify' || action.type === 'create' ? [action.path] : [],
    ),
  }
}

type Search = Extract<Action, { type: 'search' }>

function isSearch(action: Action): action is Search {
  return action.type === 'search'
}

function searchedFor(search: Search | undefined): Pick<TextSource, 'query' | 'path'> {
  if (search === undefined) return {}
  return { query: search.query, ...(search.path === undefined ? {} : { path: search.path }) }
}
