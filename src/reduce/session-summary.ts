/** Many messages become a model's summary of them; without a model their ledger stays. */
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'

export const sessionSummary: Reducer = {
  name: 'session-summary',
  loss: 'recoverable',
  read({ summary, head, counter }: ReduceInput): Shorten {
    return maxTokens => {
      if (summary === undefined || head === undefined) return undefined
      const text = `${head}\n${summary}`
      const tokens = counter.count(text)
      return tokens <= maxTokens ? { text, tokens } : undefined
    }
  },
  ask: ({ text }: ReduceInput): string | undefined => (text === '' ? undefined : text),
}
