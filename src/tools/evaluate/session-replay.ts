/** A session sent again, request by request, under a policy that keeps it small. */

import type { Format } from '../../formats/format.ts'
import { blockText } from '../../scan/spoken-text.ts'
import type { Counters } from '../../tokens/counters.ts'
import type { Message } from '../../types.ts'
import type { CachePart, CacheRequest } from './cache-cost.ts'
import { partCounter, tokensOf } from './history.ts'

/** A message as it is in the requests. */
export interface SentMessage {
  readonly raw: unknown
  readonly isStep: boolean
  readonly parts: readonly SentPart[]
  readonly tokens: number
}

export interface SentPart extends CachePart {
  readonly isOutput: boolean
}

export interface ReplayPolicy {
  readonly name: string
  readonly describe: string
  /** What is sent from now on in place of `messages`: the very array where nothing changes. Never mutates. */
  rewrite(messages: readonly SentMessage[], session: ReplaySession): readonly SentMessage[]
}

export interface ReplaySession {
  readonly format: Format
  readonly counters: Counters
}

/** One request before each step of the agent. `seconds` knows when a message was written, where anyone does. */
export function replay(
  session: ReplaySession & { readonly messages: readonly SentMessage[] },
  policy: ReplayPolicy,
  seconds: (message: number) => number | undefined = () => undefined,
): readonly CacheRequest[] {
  const requests: CacheRequest[] = []
  let sent: readonly SentMessage[] = []
  for (const [index, message] of session.messages.entries()) {
    if (message.isStep && sent.length > 0) {
      sent = policy.rewrite(sent, session)
      const time = seconds(index)
      requests.push({
        parts: sent.flatMap(({ parts }) => parts),
        ...(time === undefined ? {} : { seconds: time }),
      })
    }
    sent = [...sent, message]
  }
  return requests
}

export function sentMessages(
  raw: readonly unknown[],
  messages: readonly Message[],
  counters: Counters,
): readonly SentMessage[] {
  const count = partCounter(counters)
  return messages.map(({ role, blocks }, index) => {
    const parts = blocks.flatMap((block): SentPart[] => {
      const text = blockText(block)
      const isOutput = block.type === 'toolResult'
      return text === '' ? [] : [{ text, tokens: count(text), isOutput }]
    })
    return { raw: raw[index], isStep: role === 'assistant', parts, tokens: tokensOf(parts) }
  })
}
