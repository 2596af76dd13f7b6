/** Prose, or structured output, becomes its telling sentences or lines, with the names it is about. */
import { entities } from '../scan/entities.ts'
import { entityCount, topEntities } from '../scan/top-entities.ts'
import type { ReduceInput, Reducer, Shorten } from '../types.ts'
import { firstSmaller } from './first-smaller.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'
import { isStructured, summarizeStructured } from './summarize-structured.ts'
import { summaryLine } from './summary-lines.ts'

export const summary: Reducer = {
  name: 'summary',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const { text, merged, summaryId } = input
    const budget = proseBudget(text.length)
    const found = entities(text)
    const short =
      input.summary ??
      (isOutput(input) ? summarizeStructured(text, budget, found) : summarizeProse(text, budget, found))
    const names = topEntities(text, entityCount(text.length), found, short)
    return firstSmaller(input, [
      () => summaryLine({ text: short, merged, entities: names, summaryId }),
      () => summaryLine({ text: short, merged, entities: [], summaryId }),
    ])
  },
  ask: (input: ReduceInput): string | undefined => (isOutput(input) ? undefined : input.text),
}

/** A list that a person wrote has the form of output, and is none. */
function isOutput({ text, role, kind }: ReduceInput): boolean {
  const isSpoken = role !== 'tool' && (kind === 'prose' || kind === 'markdown')
  return !isSpoken && isStructured(text)
}
