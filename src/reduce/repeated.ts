/** A text that stands elsewhere becomes a line that names where. */
import type { ReduceInput, Reducer, Shorten } from '../types.ts'
import { firstSmaller } from './first-smaller.ts'
import { duplicateLine } from './summary-lines.ts'

export const repeated: Reducer = {
  name: 'repeated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten =>
    firstSmaller(input, [() => duplicateLine(input.reference?.id ?? '', input.text.length)]),
}
