/** What an agent did over a whole conversation, each action with the block that it was asked for in. */
import type { Message } from '../../types.ts'
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
  const results = withLateResults(resultsOf(messages), messages)
  const hasTools = messages.some(({ blocks }) => blocks.some(({ type }) => type === 'toolCall'))
  for (const [index, message] of messages.entries()) {
    if (!hasTools) yield spokenActions(messages, index)
    else
      for (const [place, block] of message.blocks.entries()) {
        if (block.type !== 'toolCall') continue
        const answer = results.get(block.callId)
        yield actionsOf(block, answer).map(action => located(index, place, action, answer))
      }
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
  return { message, block, action, ...(answer === undefined ? {} : { answer }) }
}

/** By the identifier of the call; an answer of several parts is read as one. */
function resultsOf(messages: readonly Message[]): ReadonlyMap<string, LocatedAnswer> {
  const parts = new Map<string, LocatedAnswer[]>()
  for (const [message, { blocks }] of messages.entries())
    for (const [place, block] of blocks.entries())
      if (block.type === 'toolResult') {
        const part = { text: block.text, isError: block.isError, message, block: place }
        const known = parts.get(block.callId)
        if (known === undefined) parts.set(block.callId, [part])
        else known.push(part)
      }
  return new Map(Array.from(parts, ([callId, all]) => [callId, joined(all)]))
}

function joined(all: readonly LocatedAnswer[]): LocatedAnswer {
  const [first] = all as readonly [LocatedAnswer]
  if (all.length === 1) return first
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
