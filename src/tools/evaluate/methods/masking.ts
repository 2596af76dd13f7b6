/** Observation masking: replaces old tool outputs by a placeholder, oldest first; then removes the oldest parts. */
import type { History } from '../history.ts'
import type { Method } from '../method.ts'
import { textView } from './text-view.ts'

export const placeholder: string = '[output omitted]'

export const masking: Method = {
  name: 'masking',
  describe: 'old tool outputs replaced by a placeholder, oldest first, then the oldest messages dropped',
  kind: 'baseline',
  view(history, tokens) {
    const { parts, counters } = history
    const placeholderTokens = counters.counter.count(`${placeholder}\n`)
    const costs = parts.map(part => part.tokens)
    let total = history.tokens
    for (const [index, part] of parts.entries()) {
      if (total <= tokens) break
      if (!isOutput(history, index) || part.tokens <= placeholderTokens) continue
      total -= part.tokens - placeholderTokens
      costs[index] = placeholderTokens
    }
    const costOfMessage = new Map<number, number>()
    for (const [index, { message }] of parts.entries())
      costOfMessage.set(message, (costOfMessage.get(message) ?? 0) + (costs[index] as number))
    let first = 0
    for (const [message, cost] of costOfMessage) {
      if (total <= tokens) break
      total -= cost
      first = message + 1
    }
    return textView(history, ({ text, message, tokens: before }, index) => {
      if (message < first) return undefined
      return costs[index] === before ? text : placeholder
    })
  },
}

function isOutput({ parts, messages }: History, index: number): boolean {
  const part = parts[index]
  return part !== undefined && messages[part.message]?.blocks[part.block]?.type === 'toolResult'
}
