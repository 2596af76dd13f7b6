/** A bounded look at what a program itself printed: without what the shell around it says. */
import { frameValue } from './output-frame.ts'
import { sampleLines } from './sample-lines.ts'

/** Several kinds look at one text in a row: the last look is remembered. */
let last: { readonly text: string; readonly lines: readonly string[] } = { text: '', lines: [] }

export function ownLines(text: string): readonly string[] {
  if (last.text !== text)
    last = { text, lines: sampleLines(text).filter(line => frameValue(line) === undefined) }
  return last.lines
}
