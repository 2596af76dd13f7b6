/** When nothing else fits: the beginning of a text. */
import { graphemeCut } from '../scan/grapheme-cut.ts'
import { firstSmaller } from './first-smaller.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'
import { truncatedLine } from './summary-lines.ts'

const maxStartLength = 512

export const truncated: Reducer = {
  name: 'truncated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten =>
    input.text.length <= maxStartLength
      ? () => undefined
      : firstSmaller(input, [() => truncatedLine(input.text, graphemeCut(input.text, maxStartLength))]),
}
