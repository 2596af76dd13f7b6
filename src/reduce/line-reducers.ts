/** Reducers that leave one line of a text. */
import { graphemeCut } from '../scan/grapheme-cut.ts'
import { duplicateMarker } from './markers.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten } from './reducer.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'
import { duplicateLine, nearDuplicateLine, supersededLine, truncatedLine } from './summary-lines.ts'

/** A text that occurs elsewhere becomes a line that names where. */
export const repeated: Reducer = {
  name: 'repeated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten =>
    firstSmaller(input, [() => duplicateLine(input.reference?.id ?? '', input.text.length)]),
}

/** A text that is elsewhere in the view becomes one line. */
export const duplicate: Reducer = {
  name: 'duplicate',
  loss: 'recoverable',
  read({ text, tokens, handle, counter }: ReduceInput): Shorten {
    const marker = duplicateMarker(text, tokens, handle)
    const shortened = { text: marker, tokens: counter.count(marker) }
    return maxTokens => (shortened.tokens <= maxTokens ? shortened : undefined)
  },
}

/** A text that is nearly the same as another becomes a line that names where, and how nearly. */
export const nearDuplicate: Reducer = {
  name: 'near-duplicate',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten => {
    const { id = '', similarity = 0 } = input.reference ?? {}
    return firstSmaller(input, [() => nearDuplicateLine(id, input.text.length, similarity)])
  },
}

/** A statement that was corrected later becomes a line that names the correction, with a summary of the statement. */
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

const maxStartLength = 512

/** When nothing else fits: the beginning of a text. */
export const truncated: Reducer = {
  name: 'truncated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten =>
    input.text.length <= maxStartLength
      ? () => undefined
      : firstSmaller(input, [() => truncatedLine(input.text, graphemeCut(input.text, maxStartLength))]),
}
