/** A statement that was corrected later becomes a line that names the correction, with what it said in short. */

import { firstSmaller } from './first-smaller.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'
import { supersededLine } from './summary-lines.ts'

export const superseded: Reducer = {
  name: 'superseded',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten => {
    const { id = '', signal = '' } = input.reference ?? {}
    return firstSmaller(input, [
      () => supersededLine(id, signal, summarizeProse(input.text, proseBudget(input.text.length))),
      () => supersededLine(id, signal),
    ])
  },
}
