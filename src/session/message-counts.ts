/** Tokens of messages, each counted once and cached by its hash. */
import type { Format } from '../formats/format.ts'
import { countersFor } from '../tokens/counters.ts'
import { sharedLineCounter, wholeTextCounter } from '../tokens/line-counter.ts'
import { countMessage, countOverhead, countSystem, countTools } from '../tokens/message-tokens.ts'
import type { Message, TokenCounter } from '../types.ts'
import type { LiveRequest } from './live-request.ts'

export interface CountedMessage {
  readonly tokens: number
  readonly isOfAgent: boolean
}

export interface MessageCounts {
  entryOf(hash: string, message: unknown, format: Format): CountedMessage
  /** Tokens of a message that the session created. */
  tokensOfOwn(message: unknown, format: Format): number
  tokensOf(messages: readonly Message[], format: Format): number
  /** Tokens of system text and tools, and the overhead of every request. */
  systemAndToolTokens(
    request: Pick<LiveRequest<unknown>, 'systemAndTools' | 'systemAndToolsHash' | 'format'>,
  ): number
  readonly counter: TokenCounter
}

export function messageCounts(choice: Parameters<typeof countersFor>[0]): MessageCounts {
  // An epoch needs the tokens of messages that stay.
  const { counter } = countersFor(choice, wholeTextCounter)
  // Most lines of a view were counted when it was chosen.
  const { counter: byLine } = countersFor(choice, sharedLineCounter)
  const known = new Map<string, CountedMessage>()
  const own = new WeakMap<object, number>()
  /** The latest two: requests with and without our tools. */
  let latest: readonly { readonly hash: string; readonly tokens: number }[] = []
  const counted = (raw: unknown, format: Format, by = counter): CountedMessage => {
    const message = format.read([raw])[0] as Message
    return {
      tokens: countMessage(message, format.framing, by),
      isOfAgent: message.role === 'assistant',
    }
  }
  return {
    counter,
    entryOf(hash, message, format) {
      const earlier = known.get(hash)
      if (earlier !== undefined) return earlier
      const entry = counted(message, format)
      known.set(hash, entry)
      return entry
    },
    tokensOfOwn(message, format) {
      const tokens = own.get(message as object) ?? counted(message, format, byLine).tokens
      own.set(message as object, tokens)
      return tokens
    },
    tokensOf: (messages, format) =>
      messages.reduce((sum, message) => sum + countMessage(message, format.framing, counter), 0),
    systemAndToolTokens({ systemAndTools, systemAndToolsHash, format }) {
      const known = latest.find(({ hash }) => hash === systemAndToolsHash)
      const count = (): number => {
        const system = systemAndTools.system.reduce<number>(
          (sum, value) => sum + countSystem(value, counter),
          0,
        )
        return systemAndTools.tools.reduce<number>((sum, value) => sum + countTools(value, counter), system)
      }
      const tokens = known?.tokens ?? count()
      if (known === undefined) latest = [{ hash: systemAndToolsHash, tokens }, ...latest].slice(0, 2)
      return tokens + countOverhead([], format.framing)
    },
  }
}
