/** A finished answer of the Chat Completions API, with our calls separated from those of the client. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { isLookup } from '../../../tools/lookup/lookup-tools.ts'
import type { Turn } from './dialect.ts'
import { parsedInput } from './event-text.ts'
import { recordsOf } from './raw-list.ts'

/** Its one item is the message. */
export function chatTurn(message: RawRecord, reason: unknown): Turn {
  const calls = recordsOf(message.tool_calls)
  const ours = calls.filter(isOurs)
  return {
    items: [message],
    calls: ours.map(({ id, function: called }) => {
      const { name, arguments: input } = isRecord(called) ? called : {}
      return { id: String(id), name: String(name), input: parsedInput(String(input)) }
    }),
    isMixed: calls.length > ours.length,
    // Some servers end a turn with calls as if it had none.
    wantsAnswers: ours.length > 0 && reason !== 'length' && reason !== 'content_filter',
  }
}

export function isOurs({ function: called }: RawRecord): boolean {
  return isRecord(called) && isLookup(called.name)
}

export function visibleReason(turn: Turn | undefined, reason: unknown): unknown {
  const isUnseen = turn !== undefined && !turn.isMixed && turn.calls.length > 0
  return reason === 'tool_calls' && isUnseen ? 'stop' : reason
}
