/** A text that is elsewhere in the view becomes one line. */

import { duplicateMarker } from './markers.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'

export const duplicate: Reducer = {
  name: 'duplicate',
  loss: 'recoverable',
  read({ text, tokens, handle, counter }: ReduceInput): Shorten {
    const marker = duplicateMarker(text, tokens, handle)
    const shortened = { text: marker, tokens: counter.count(marker) }
    return mostTokens => (shortened.tokens <= mostTokens ? shortened : undefined)
  },
}
