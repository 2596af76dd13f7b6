/** A step that marks its changes with one character that the text does not contain; its note names the mark. */
import type { TokenCounter } from '../../types.ts'
import type { Layer, LayerName, TextTechnique } from './codec.ts'
import { freeMark } from './codes.ts'

interface MarkedStep {
  readonly name: LayerName & TextTechnique
  /** The characters that it may use, the best first. */
  readonly marks: string
  noteOf(mark: string): string
  /** Its first group is the mark. */
  readonly note: RegExp
  /** The same text if it saves nothing. */
  encode(text: string, mark: string, counter: TokenCounter): string
  decode(body: string, mark: string): string
}

export function markedLayer({ name, marks, noteOf, note, encode, decode }: MarkedStep): Layer {
  return {
    name,
    encode(text, { counter, techniques }) {
      const mark = techniques.has(name) ? freeMark(text, marks) : undefined
      const body = mark === undefined ? text : encode(text, mark, counter)
      return mark === undefined || body === text ? undefined : { body, note: noteOf(mark), legend: [] }
    },
    legendLines: said => (note.test(said) ? 0 : undefined),
    decode: ({ body, note: said }) => decode(body, note.exec(said)?.[1] ?? ''),
  }
}
