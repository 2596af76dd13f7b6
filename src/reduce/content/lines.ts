/** Any text, line by line: the fallback for unknown content. */
import { keyLine } from '../key-line.ts'
import { textUnits } from '../text-units.ts'
import type { Content, ContentSource, Piece } from './content.ts'

export const lines: Content = { name: 'lines', isSpoken: true, fits: () => true, pieces: linePieces }

/** Overlong lines become several pieces, the first of which counts the line. */
export function linePieces(text: string, source: ContentSource): readonly Piece[] {
  let counted = 0
  const pieces = textUnits(text).map(({ start, end, line }): Piece => {
    const isFirst = line !== counted
    counted = line
    const said = text.slice(start, text[end - 1] === '\n' ? end - 1 : end)
    const key = keyLine(said, source.role)
    const value = key === 'required' ? 'key' : (key ?? (said.trim() === '' ? 'noise' : 'plain'))
    return { text: said, lines: isFirst ? 1 : 0, value }
  })
  // `split` sees an empty line after a final line break, and one in an empty text.
  return text === '' || text.endsWith('\n') ? [...pieces, { text: '', lines: 1, value: 'noise' }] : pieces
}
