/** What an agent did over a whole conversation, each action with the block that it was asked for in. */
import type { Message } from '../../types.ts'
import { type LocatedBlock, locatedBlocks } from '../located-blocks.ts'
import type { Action, LocatedAnswer } from './action.ts'
import { actionsOf } from './actions-of.ts'
import { withLateResults } from './late-results.ts'
import { spokenCall, textOf } from './spoken-calls.ts'

export type { LocatedAnswer } from './action.ts'

export interface LocatedAction {
  readonly message: number
  readonly block: number
  readonly action: Action
  /** Absent where nothing came back. */
  readonly answer?: LocatedAnswer
}

export function actionsIn(messages: readonly Message[]): readonly LocatedAction[] {
  return withKnownFiles([...askedActions(messages)].flat())
}

/**
 * The same call by call, where a file that is written whole always counts as created: what was there before is not
 * asked. Each call is read when it is asked for, so that whoever looks closer finds its arguments still read.
 */
export function* askedActions(messages: readonly Message[]): Generator<readonly LocatedAction[]> {
  const blocks = locatedBlocks(messages)
  if (!blocks.some(({ type }) => type === 'toolCall'))
    for (let index = 0; index < messages.length; index += 1) yield spokenActions(messages, index)
  const results = withLateResults(resultsOf(blocks), blocks)
  for (const { message, block, type, own } of blocks) {
    if (type !== 'toolCall') continue
    const answer = results.get(own.callId)
    yield actionsOf(own, answer).map(action => located(message, block, action, answer))
  }
}

function spokenActions(messages: readonly Message[], index: number): readonly LocatedAction[] {
  const message = messages[index] as Message
  const next = messages[index + 1]
  const call = spokenCall(message, next)
  if (call === undefined || next === undefined) return []
  const block = message.blocks.findLastIndex(({ type }) => type === 'text')
  const first = next.blocks.findIndex(({ type }) => type === 'text')
  const answer = { text: textOf(next), message: index + 1, block: first }
  return actionsOf(call, answer).map(action => located(index, block, action, answer))
}

function located(
  message: number,
  block: number,
  action: Action,
  answer: LocatedAnswer | undefined,
): LocatedAction {
  return answer === undefined ? { message, block, action } : { message, block, action, answer }
}

/** By the identifier of the call; an answer of several parts is read as one. */
function resultsOf(blocks: readonly LocatedBlock[]): ReadonlyMap<string, LocatedAnswer> {
  const results = new Map<string, LocatedAnswer>()
  const parts = new Map<string, LocatedAnswer[]>()
  for (const { message, block, type, own } of blocks) {
    if (type !== 'toolResult') continue
    const part = { text: own.text, isError: own.isError, message, block }
    const first = results.get(own.callId)
    const known = parts.get(own.callId)
    if (first === undefined) results.set(own.callId, part)
    else if (known === undefined) parts.set(own.callId, [first, part])
    else known.push(part)
  }
  for (const [callId, all] of parts) results.set(callId, joined(all))
  return results
}

function joined(all: readonly LocatedAnswer[]): LocatedAnswer {
  const [first] = all as readonly [LocatedAnswer]
  const text = all.map(part => part.text).join('\n')
  return { ...first, text, isError: all.some(({ isError }) => isError === true) }
}

/** Writing a file that the agent has read or written before changes it; it does not make it. */
function withKnownFiles(found: readonly LocatedAction[]): readonly LocatedAction[] {
  const known = new Set<string>()
  return found.map(located => {
    const { action } = located
    if (action.outcome === 'failed') return located
    if (action.type === 'delete' || action.type === 'move') known.delete(action.path)
    if (action.type === 'move') known.add(action.to)
    if (action.type !== 'read' && action.type !== 'create' && action.type !== 'modify') return located
    const isChange = action.type === 'create' && action.isDirectory !== true && known.has(action.path)
    known.add(action.path)
    return isChange
      ? { ...located, action: { type: 'modify', path: action.path, outcome: action.outcome } }
      : located
  })
}
