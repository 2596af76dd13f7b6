/** Reducers that leave one line of a text, in the exact spelling of each. */
import { graphemeCut } from '../scan/grapheme-cut.ts'
import { duplicateMarker, isDuplicateMarker } from './markers.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten } from './reducer.ts'
import { proseBudget, summarizeProse } from './summarize-prose.ts'

/** A text that occurs elsewhere becomes a line that names where. */
export const repeated: Reducer = {
  name: 'repeated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten =>
    firstSmaller(input, [() => `[cce:dup of ${input.reference?.id ?? ''} — ${input.text.length} chars]`]),
}

/** A text that is elsewhere in the view becomes one line. */
export const duplicate: Reducer = {
  name: 'duplicate',
  loss: 'recoverable',
  read({ text, tokens, handle, counter }: ReduceInput): Shorten {
    // Two of these lines may be equal.
    if (isDuplicateMarker(text)) return () => undefined
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
    const match = `${input.text.length} chars, ~${Math.floor(similarity * 100)}% match`
    return firstSmaller(input, [() => `[cce:near-dup of ${id} — ${match}]`])
  },
}

/** A statement that was corrected later becomes a line that names the correction, with a summary of the statement. */
export const superseded: Reducer = {
  name: 'superseded',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten => {
    const { id = '', signal = '' } = input.reference ?? {}
    const summarized = (): string => summarizeProse(input.text, proseBudget(input.text.length))
    return firstSmaller(input, [
      () => `[cce:superseded by ${id} (${signal}) — ${summarized()}]`,
      () => `[cce:superseded by ${id} — ${signal}]`,
    ])
  },
}

const maxStartLength = 512

/** When nothing else fits: the beginning of a text. */
export const truncated: Reducer = {
  name: 'truncated',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten => {
    const { text } = input
    if (text.length <= maxStartLength) return () => undefined
    const start = graphemeCut(text, maxStartLength)
    return firstSmaller(input, [() => `[truncated — ${text.length} chars: ${start}]`])
  },
}
