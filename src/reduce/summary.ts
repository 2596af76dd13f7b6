/** Reduces prose or structured output to its informative sentences or lines, with the names in it. */
import { entities } from '../scan/entities.ts'
import { entityCount, topEntities } from '../scan/top-entities.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten } from './reducer.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'
import { type StructuredOutput, structuredOutput, summarizeStructured } from './summarize-structured.ts'
import { summaryLine } from './summary-line.ts'

export const summary: Reducer = {
  name: 'summary',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const { text, merged, summaryId } = input
    const budget = proseBudget(text.length)
    const found = entities(text)
    const output = outputIn(input)
    const short =
      input.summary ??
      (output === undefined
        ? summarizeProse(text, budget, found)
        : summarizeStructured(text, budget, found, output))
    const isListed = input.names === 'many' && input.role === 'tool'
    const names = topEntities(text, entityCount(text.length, isListed), found, short)
    return firstSmaller(input, [
      () => summaryLine({ text: short, merged, entities: names, summaryId }),
      () => summaryLine({ text: short, merged, entities: [], summaryId }),
    ])
  },
  ask: (input: ReduceInput): string | undefined => (outputIn(input) === undefined ? input.text : undefined),
}

/** A list that a person wrote only looks like output. */
function outputIn(input: ReduceInput): StructuredOutput | undefined {
  const output = structuredOutput(input.text)
  const isSpoken = (): boolean =>
    input.role !== 'tool' && (input.kind === 'prose' || input.kind === 'markdown')
  return output === undefined || isSpoken() ? undefined : output
}

/** Many messages become a model's summary of them; without a model their ledger stays. */
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
