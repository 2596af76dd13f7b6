/** The lines of a text that shows something, without the numbers that a tool put before them. */
import { numberedLines } from '../content/file/line-numbers.ts'

export interface ShownLines {
  readonly lines: readonly string[]
  /** Number of the first line: 1, or what the tool says. */
  readonly first: number
  /** What parts number and line; empty where there are no numbers. */
  readonly margin: string
}

export function shownLines(text: string): ShownLines {
  const lines = text.split('\n')
  const numbered = numberedLines(lines)
  if (numbered === undefined) return { lines, first: 1, margin: '' }
  const { first, end, firstNumber, lastNumber, lengths } = numbered
  // Numbers that jump say which lines these are, and not only where they are.
  const isInRow = lastNumber - firstNumber === end - 1 - first && firstNumber > first
  if (!isInRow) return { lines, first: 1, margin: '' }
  const margin = (lines[first] as string).slice(0, lengths[first]).replace(/^ *L?\d+/, '')
  return {
    lines: lines.map((line, index) => (lengths[index] === 0 ? line : line.slice(lengths[index]))),
    first: firstNumber - first,
    margin,
  }
}
