/** A conversation cut before one of the agent's steps: what it knew, and what it did next. */
import { messageText } from '../../scan/spoken-text.ts'
import type { Message, TokenCounter } from '../../types.ts'

export interface Cut {
  /** Index of the first message after the cut, which is the agent's. */
  readonly at: number
  readonly history: readonly Message[]
  readonly future: readonly Message[]
}

export function cutAt(messages: readonly Message[], at: number): Cut {
  return { at, history: messages.slice(0, at), future: messages.slice(at) }
}

/** Cuts before the agent's first step after each share of the tokens. */
export function cutsAtShares(
  messages: readonly Message[],
  shares: readonly number[],
  counter: TokenCounter,
): readonly Cut[] {
  const tokens = messages.map(message => counter.count(messageText(message)))
  const total = tokens.reduce((sum, count) => sum + count, 0)
  const cuts = shares.flatMap(share => {
    let sum = 0
    const at = messages.findIndex(({ role }, index) => {
      const isAfter = sum >= share * total
      sum += tokens[index] as number
      return isAfter && role === 'assistant'
    })
    return at > 0 ? [at] : []
  })
  return [...new Set(cuts)].map(at => cutAt(messages, at))
}
