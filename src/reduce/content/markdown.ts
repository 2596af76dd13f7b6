/** Markdown: headings, and under each of them its paragraphs, lists, tables and code. */
import { markdownLine, markdownMark } from '../../scan/kind/content-lines.ts'
import { both, minShare, some } from '../../scan/kind/kind-tests.ts'
import { piecesOf } from '../pieces/parts.ts'
import type { Content } from './content.ts'
import { markdownParts } from './markdown/markdown-parts.ts'
import { isSpokenTable } from './table/read-table.ts'

export const markdown: Content = {
  name: 'markdown',
  isSpoken: true,
  // Headings, lists, fences; bold and code alone are not enough.
  detect: both(some(markdownMark), minShare(0.25, markdownLine, 2)),
  // In messages of people and models, tables have headings and words around them.
  fits: ({ source }) => source.kind === 'markdown' || isSpokenTable(source),
  pieces(text, { role }) {
    const lines = text.split('\n')
    return piecesOf(text, lines, markdownParts(lines, role))
  },
}
