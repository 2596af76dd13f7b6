/** Splits a text into lines that keep their line breaks, and joins them. */

/** One line of the text, without its line break. */
export interface DocumentLine {
  readonly text: string
  readonly lineBreak: string
  /** Its line number in the input, from 1. */
  readonly number: number
}

export function documentLines(text: string): readonly DocumentLine[] {
  const lines: DocumentLine[] = []
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start)
    const stop = found < 0 ? text.length : found
    const isReturn = found > start && text.charCodeAt(stop - 1) === carriageReturn
    const end = isReturn ? stop - 1 : stop
    lines.push({
      text: text.slice(start, end),
      lineBreak: found < 0 ? '' : text.slice(end, stop + 1),
      number: lines.length + 1,
    })
    start = stop + 1
  }
  return lines
}

const carriageReturn = 13

/** A line that has moved up gets the line break of the first line; the last line gets none, as in the input. */
export function joinedLines(lines: readonly DocumentLine[], usualBreak: string): string {
  return lines
    .map(({ text, lineBreak }, at) => (at === lines.length - 1 ? text : text + (lineBreak || usualBreak)))
    .join('')
}

export function isBlankText(text: string): boolean {
  return text.trim() === ''
}

const beforeColon = /^\s{0,60}(?:[-*+]\s{1,8})?([^\s:=：][^:=：\n]{0,60})[:=：]/

/** The subject of a line, given before a colon: `port` in `- port: 80`. */
export function itemKey(item: string): string | undefined {
  return beforeColon.exec(item)?.[1]?.trim().toLowerCase()
}
