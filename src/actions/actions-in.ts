/** What an agent did over a whole conversation, each action with the block that it was asked for in. */
import type { Message } from '../types.ts'
import type { Action, CallResult } from './action.ts'
import { actionsOf } from './actions-of.ts'
import { spokenCall, textOf } from './spoken-calls.ts'

export interface LocatedAction {
  readonly message: number
  readonly block: number
  readonly action: Action
}

export function actionsIn(messages: readonly Message[]): readonly LocatedAction[] {
  const results = resultsOf(messages)
  const hasTools = messages.some(({ blocks }) => blocks.some(({ type }) => type === 'toolCall'))
  const found = messages.flatMap((message, index) => {
    if (!hasTools) return spokenActions(messages, index)
    return message.blocks.flatMap((block, place) => {
      const actions = block.type === 'toolCall' ? actionsOf(block, results.get(block.callId)) : []
      return actions.map(action => ({ message: index, block: place, action }))
    })
  })
  return withKnownFiles(found)
}

function spokenActions(messages: readonly Message[], index: number): readonly LocatedAction[] {
  const message = messages[index] as Message
  const answer = messages[index + 1]
  const call = spokenCall(message, answer)
  if (call === undefined || answer === undefined) return []
  const block = message.blocks.findLastIndex(({ type }) => type === 'text')
  return actionsOf(call, { text: textOf(answer) }).map(action => ({ message: index, block, action }))
}

/** By the identifier of the call; an answer of several parts is read as one. */
function resultsOf(messages: readonly Message[]): ReadonlyMap<string, CallResult> {
  const parts = new Map<string, CallResult[]>()
  for (const { blocks } of messages)
    for (const block of blocks)
      if (block.type === 'toolResult') {
        const part = { text: block.text, isError: block.isError }
        const known = parts.get(block.callId)
        if (known === undefined) parts.set(block.callId, [part])
        else known.push(part)
      }
  return new Map(
    Array.from(parts, ([callId, all]) => [
      callId,
      { text: all.map(({ text }) => text).join('\n'), isError: all.some(({ isError }) => isError === true) },
    ]),
  )
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
