/** Histories whose tokens can be counted by hand: one word is one token. */
import { openaiChat } from '../../../src/formats/openai-chat.ts'
import type { Counters } from '../../../src/tokens/counters.ts'
import { type History, type HistoryExtras, prepareHistory } from '../../../src/tools/evaluate/history.ts'
import type { TokenCounter } from '../../../src/types.ts'

const words: TokenCounter = {
  name: 'words',
  exact: true,
  count: text => (text.match(/\S+/g) ?? []).length,
}

export const wordCounters: Counters = { counter: words, ranker: words }

export type RawMessage = Readonly<Record<string, unknown>>

export const user = (content: string): RawMessage => ({ role: 'user', content })
export const agent = (content: string): RawMessage => ({ role: 'assistant', content })

/** A call of `tool` and its output. */
export function run(callId: string, tool: string, input: string, output: string): readonly RawMessage[] {
  const call = { id: callId, type: 'function', function: { name: tool, arguments: input } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: callId, content: output },
  ]
}

export function wordHistory(raw: readonly RawMessage[], known: HistoryExtras = {}): History {
  return prepareHistory(raw, openaiChat, known, wordCounters)
}
