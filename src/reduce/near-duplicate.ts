/** A text that is nearly the same as another becomes a line that names where, and how nearly. */

import { firstSmaller } from './first-smaller.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'
import { nearDuplicateLine } from './summary-lines.ts'

export const nearDuplicate: Reducer = {
  name: 'near-duplicate',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten => {
    const { id = '', similarity = 0 } = input.reference ?? {}
    return firstSmaller(input, [() => nearDuplicateLine(id, input.text.length, similarity)])
  },
}
