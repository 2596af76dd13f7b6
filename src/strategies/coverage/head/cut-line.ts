/** A text on one line, cut at its end if it is too long. */
import { graphemeCut } from '../../../scan/grapheme-cut.ts'

export function cutLine(text: string, limit = 160): string {
  const line = text.replaceAll('\n', ' ')
  const shown = graphemeCut(line, limit)
  return shown.length < line.length ? `${shown.trimEnd()}…` : line
}
