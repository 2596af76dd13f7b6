/** Summaries of summaries: each round makes one from the previous one and what came since. */
import { summarizeProse } from '../src/reduce/summarize-prose.ts'
import { transcriptText } from '../src/strategies/spans/fit-span-texts.ts'
import type { History } from '../src/tools/evaluate/history.ts'
import type { Method } from '../src/tools/evaluate/method.ts'
import { viewOf } from '../src/tools/evaluate/methods/text-view.ts'
import type { Message } from '../src/types.ts'

/** As `anchored` and `regenerative` share their room. */
const tailShare = 0.6
const charactersPerToken = 5
const corrections = 6

/** No model: its substitute takes the sentences that say most for their length, and never rewords any. */
export const summaryOfItself: Method = {
  name: 'summary of the summary',
  describe: 'newest messages, and a summary of the earlier summary and what came since',
  kind: 'baseline',
  view(history, tokens) {
    const { messages, counters } = history
    const first = tailFrom(history, tokens * tailShare)
    const recent = messages.slice(first)
    const room = tokens - counters.counter.count(viewOf(recent).text)
    const source = transcriptText(messages.slice(0, first))
    let length = room * charactersPerToken
    let summary = ''
    for (let round = 0; round < corrections; round += 1) {
      summary = summarizeProse(source, Math.floor(length))
      const excess = counters.counter.count(summary) / Math.max(1, room - 1)
      if (excess <= 1) break
      length /= excess * 1.01
    }
    return viewOf(first === 0 ? recent : [summaryMessage(summary), ...recent])
  },
}

/** Where the newest messages begin that fit; never between a call and its answer. */
function tailFrom({ messages, parts }: History, room: number): number {
  const costs = new Array<number>(messages.length).fill(0)
  for (const { message, tokens } of parts) costs[message] = (costs[message] as number) + tokens
  let first = messages.length
  let left = room
  while (first > 0 && (costs[first - 1] as number) <= left) {
    first -= 1
    left -= costs[first] as number
  }
  while (messages[first]?.blocks.some(({ type }) => type === 'toolResult')) first += 1
  return first
}

function summaryMessage(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', media: 'text', text: `Summary so far:\n${text}` }] }
}
