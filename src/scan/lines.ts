/** A text as lines that know where they stand. */
import type { Span } from './span.ts'

/** `end` is past the line break; `text` is the line without it. */
export interface Line extends Span {
  readonly text: string
}

export function linesOf(text: string, from = 0, to: number = text.length): readonly Line[] {
  const lines: Line[] = []
  for (let start = from; start < to; ) {
    const lineBreak = text.indexOf('\n', start)
    const stop = lineBreak < 0 || lineBreak >= to ? to : lineBreak
    const end = Math.min(stop + 1, to)
    const hasReturn = stop > start && end > stop && text.charCodeAt(stop - 1) === carriageReturn
    lines.push({ start, end, text: text.slice(start, hasReturn ? stop - 1 : stop) })
    start = end
  }
  return lines
}

const carriageReturn = 13

/** Whether a line holds nothing but white space. */
export function isBlank({ text }: Line): boolean {
  return text === '' || text.trim() === ''
}

/** How many lines from `first` on fulfil `holds`, as the index after the last of them. */
export function runEnd(
  lines: readonly Line[],
  first: number,
  holds: (line: Line, at: number) => boolean,
): number {
  let end = first
  for (let line = lines[end]; line !== undefined && holds(line, end); line = lines[end]) end += 1
  return end
}

/** Columns of white space that a text begins with; a tab reaches to the next multiple of four. */
export function indentOf(text: string, from = 0): number {
  let columns = 0
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 32) columns += 1
    else if (unit === 9) columns += 4 - (columns % 4)
    else break
  }
  return columns
}
