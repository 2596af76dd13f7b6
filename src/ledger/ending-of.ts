/** The end of a long text: its last paragraphs, or else its last lines, as far as they fit. */
import { graphemeCut } from '../scan/grapheme-cut.ts'

/** The text itself where it is short enough; otherwise a true stretch of it that begins where a part of it begins. */
export function endingOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const from = text.length - maxLength
  const start = [behind(text, '\n\n', from), behind(text, '\n', from), behind(text, '. ', from)].find(
    // Half of the room is better used by lines than left to a short last paragraph.
    at => at >= 0 && text.length - at >= maxLength / 3,
  )
  return (start === undefined ? wholeCharacters(text, from) : text.slice(start)).trim()
}

function behind(text: string, separator: string, from: number): number {
  const at = text.indexOf(separator, from)
  return at < 0 ? -1 : at + separator.length
}

function wholeCharacters(text: string, from: number): string {
  const before = graphemeCut(text, from)
  return text.slice(before.length)
}
