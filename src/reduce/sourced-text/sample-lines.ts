/** A bounded sample of a text: whole lines of its head, middle and tail. */
import { someOf } from '../../scan/kind/content-sample.ts'

const partLength = 2000
const maxLines = 30
const maxLineLength = 300

/** Lines that are not blank, in order, each cut to a bounded length. */
export function sampleLines(text: string): readonly string[] {
  const looked: string[] = []
  for (const part of text.length <= 3 * partLength ? [someOf(text.split('\n'), maxLines)] : partsOf(text))
    for (const line of part)
      if (line !== '') looked.push(line.length > maxLineLength ? line.slice(0, maxLineLength) : line)
  return looked
}

function partsOf(text: string): readonly (readonly string[])[] {
  const middle = Math.floor((text.length - partLength) / 2)
  return [
    text.slice(0, partLength).split('\n').slice(0, maxLines),
    text
      .slice(middle, middle + partLength)
      .split('\n')
      .slice(1, 1 + maxLines),
    text.slice(-partLength).split('\n').slice(1).slice(-maxLines),
  ]
}
