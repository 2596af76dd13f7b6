/** The sentences of a text, without the code, tables and logs between them. */
import { remembered } from '../tokens/remembered.ts'
import { proseSpans } from './segments.ts'
import { sentences } from './sentences.ts'

interface SentenceLengths {
  readonly minLength: number
  readonly maxLength: number
}

/** In order, trimmed; in characters, both ends included. */
export function proseSentences(text: string, { minLength, maxLength }: SentenceLengths): readonly string[] {
  return sentencesIn(text).filter(({ length }) => length >= minLength && length <= maxLength)
}

const sentencesIn = remembered(
  (text): readonly string[] =>
    proseSpans(text).flatMap(({ start, end }) => {
      const prose = text.slice(start, end)
      return sentences(prose).map(span => prose.slice(span.start, span.end).trim())
    }),
  { name: 'sentences' },
)
