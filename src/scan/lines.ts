/** A text as lines that know where they are. */
import type { Span } from './span.ts'

/** `end` is past the line break; `text` is the line without it. */
export interface Line extends Span {
  readonly text: string
  /** Where its first visible character is in `text`; the length of `text` where there is none. */
  readonly first: number
}

export function linesOf(text: string, from = 0, to: number = text.length): readonly Line[] {
  const lines: Line[] = []
  // A search for the next break must not run past the stretch: there may be many of them in one long line.
  const stretch = text.slice(from, to)
  for (let start = 0; start < stretch.length; ) {
    const lineBreak = stretch.indexOf('\n', start)
    const stop = lineBreak < 0 ? stretch.length : lineBreak
    const end = Math.min(stop + 1, stretch.length)
    const isReturn = end > stop && stop > start && stretch.charCodeAt(stop - 1) === carriageReturn
    const last = isReturn ? stop - 1 : stop
    let visible = start
    while (visible < last && isSpace(stretch.charCodeAt(visible))) visible += 1
    const line = stretch.slice(start, last)
    lines.push({ start: from + start, end: from + end, text: line, first: visible - start })
    start = end
  }
  return lines
}

const carriageReturn = 13

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0x3000
}

/** Whether a line holds nothing but white space. */
export function isBlank({ text, first }: Line): boolean {
  return first === text.length
}

/** The index after the last of the lines from `first` on that fulfil `holds`. */
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
export function indentOf(text: string): number {
  let columns = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x20) columns += 1
    else if (unit === 0x09) columns += 4 - (columns % 4)
    else break
  }
  return columns
}
