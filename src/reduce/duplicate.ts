/** A text that stands elsewhere in the view becomes one line. */
import type { ReduceInput, Reducer } from '../types.ts'
import { duplicateMarker } from './markers.ts'

export const duplicate: Reducer = {
  name: 'duplicate',
  loss: 'recoverable',
  reduce: ({ text, tokensBefore, handle }: ReduceInput): string =>
    duplicateMarker(text, tokensBefore, handle),
}
