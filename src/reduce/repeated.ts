/** A text that occurs elsewhere becomes a line that names where. */

import { firstSmaller } from './first-smaller.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'
import { duplicateLine } from './summary-lines.ts'

export const repeated: Reducer = {
  name: 'repeated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten =>
    firstSmaller(input, [() => duplicateLine(input.reference?.id ?? '', input.text.length)]),
}
