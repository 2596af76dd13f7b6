/** A bounded look at a text: whole lines of its head, middle and tail. */

const partLength = 2000
const mostLines = 30
const longestLine = 300

/** Several kinds look at one text in a row: the last look is remembered. */
let last: { readonly text: string; readonly lines: readonly string[] } = { text: '', lines: [] }

/** Lines that say something, in order, each cut to a bounded length. */
export function sampleLines(text: string): readonly string[] {
  if (last.text !== text) last = { text, lines: lookAt(text) }
  return last.lines
}

function lookAt(text: string): readonly string[] {
  const parts = text.length <= 3 * partLength ? [text.split('\n')] : partsOf(text)
  return parts
    .flatMap(lines => (parts.length === 1 ? someOf(lines) : lines))
    .filter(line => line !== '')
    .map(line => (line.length > longestLine ? line.slice(0, longestLine) : line))
}

function partsOf(text: string): readonly (readonly string[])[] {
  const middle = Math.floor((text.length - partLength) / 2)
  return [
    text.slice(0, partLength).split('\n').slice(0, mostLines),
    text
      .slice(middle, middle + partLength)
      .split('\n')
      .slice(1, 1 + mostLines),
    text.slice(-partLength).split('\n').slice(1).slice(-mostLines),
  ]
}

function someOf(lines: readonly string[]): readonly string[] {
  if (lines.length <= 3 * mostLines) return lines
  const middle = Math.floor((lines.length - mostLines) / 2)
  return [
    ...lines.slice(0, mostLines),
    ...lines.slice(middle, middle + mostLines),
    ...lines.slice(-mostLines),
  ]
}

/** How many of the lines a test holds for. */
export function countOf(lines: readonly string[], holds: (line: string) => boolean): number {
  let count = 0
  for (const line of lines) if (holds(line)) count += 1
  return count
}
