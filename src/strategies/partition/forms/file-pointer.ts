/** Replaces the content of a file by a pointer: its path, lines, size, last change and handle. */
import { pointerLine } from '../../../reduce/content/file.ts'
import { fittedText, oneLine } from '../../../reduce/fitted-text.ts'
import type { ReduceInput, Reducer, Shorten } from '../../../reduce/reducer.ts'

export const filePointer: Reducer = {
  name: 'file-pointer',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const pointer = write(input)
    return fittedText(input, () => pointer)
  },
}

function write({ text, role, kind, source = {}, handle }: ReduceInput): string {
  const { path, changedIn } = source
  const { name, lines, size } = readPointer(pointerLine(text, { ...source, role, kind }))
  const change = changedIn === undefined ? '' : `, changed in message ${changedIn + 1}`
  return `[File: ${oneLine(path ?? name)}, ${lines}, ${size}${change}, stored: ${handle}]`
}

/**
 * `[File: src/a.ts, lines 10-60, typescript, 2.1 kB]`: the lines are the last part of that form, and the size is the last part.
 */
function readPointer(pointer: string): {
  readonly name: string
  readonly lines: string
  readonly size: string
} {
  const parts = pointer.slice('[File: '.length, -1).split(', ')
  const at = parts.findLastIndex(part => /^(?:lines \d+-\d+|\d+ lines?)$/.test(part))
  return {
    name: parts.slice(0, at).join(', '),
    lines: parts[at] ?? 'no lines',
    size: parts.at(-1) ?? '0 bytes',
  }
}
