/** A few lines of a text that stand for all of it: from its head, its middle and its tail. */

export interface LineSample {
  /** Lines that say something: not blank, without colours, cut to a bounded length. */
  readonly lines: readonly string[]
  /** Whether there was more than the sample shows. */
  readonly partial: boolean
}

const linesPerPart = 60
const charsPerPart = 16_000
/** No line of a log or a program needs more to be recognised. */
const charsPerLine = 300

const escapeCodes = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g

/** Looks at a bounded part of the text, however long it is. */
export function sampleLines(text: string): LineSample {
  if (text.length <= 3 * charsPerPart) {
    const lines = linesOf(text)
    if (lines.length <= 3 * linesPerPart) return { lines, partial: false }
    const middle = Math.floor((lines.length - linesPerPart) / 2)
    return {
      lines: [
        ...lines.slice(0, linesPerPart),
        ...lines.slice(middle, middle + linesPerPart),
        ...lines.slice(-linesPerPart),
      ],
      partial: true,
    }
  }
  const middle = Math.floor((text.length - charsPerPart) / 2)
  const head = linesOf(text.slice(0, charsPerPart)).slice(0, linesPerPart)
  const body = wholeLines(text.slice(middle, middle + charsPerPart)).slice(0, linesPerPart)
  const tail = wholeLines(text.slice(-charsPerPart)).slice(-linesPerPart)
  return { lines: [...head, ...body, ...tail], partial: true }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => (line.length > charsPerLine ? line.slice(0, charsPerLine) : line))
    .map(line => (line.includes('\u001b') ? line.replace(escapeCodes, '') : line).trimEnd())
    .filter(line => line !== '')
}

/** The first line of a part from the middle has lost its beginning, unless it is all there is. */
function wholeLines(part: string): string[] {
  const lines = linesOf(part)
  return lines.length > 1 ? lines.slice(1) : lines
}
