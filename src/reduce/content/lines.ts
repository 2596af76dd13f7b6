/** Any text, line by line: what everything is when nothing better is known. */
import { keyLine } from '../key-lines.ts'
import type { Content, Piece, Source } from './content.ts'

export const lines: Content = { name: 'lines', fits: () => true, pieces: linePieces }

export function linePieces(text: string, source: Source): readonly Piece[] {
  return text.split('\n').map((line): Piece => {
    const key = keyLine(line, source.role)
    return {
      text: line,
      lines: 1,
      value: key === 'required' ? 'key' : key === 'useful' ? 'useful' : /\S/.test(line) ? 'plain' : 'noise',
    }
  })
}
