/** Many messages become one about them: decided for a request as a whole, so no single text can ask for it. */
import type { ReduceInput, Reducer, ReducerName, Shorten } from '../types.ts'

function told(name: ReducerName): Reducer {
  return { name, loss: 'recoverable', read: () => () => undefined }
}

export const earlierLine: Reducer = told('earlier-line')
export const ledgerTelling: Reducer = told('ledger')
export const opaqueLine: Reducer = told('opaque-line')

/** A model may tell a session in its own words; without one, its ledger stands. */
export const sessionSummary: Reducer = {
  name: 'session-summary',
  loss: 'recoverable',
  read({ summary, head, counter }: ReduceInput): Shorten {
    return mostTokens => {
      if (summary === undefined || head === undefined) return undefined
      const text = `${head}\n${summary}`
      const tokens = counter.count(text)
      return tokens <= mostTokens ? { text, tokens } : undefined
    }
  },
  ask: ({ text }: ReduceInput): string | undefined => (text === '' ? undefined : text),
}
