/** Markdown: headings, and under each of them its paragraphs, lists, tables and code. */
import type { Content } from './content.ts'
import { markdownParts } from './markdown/markdown-parts.ts'
import { piecesOf } from './parts.ts'

export const markdown: Content = {
  name: 'markdown',
  fits: (_, { kind }) => kind === 'markdown',
  pieces(text, { role }) {
    const lines = text.split('\n')
    return piecesOf(lines, markdownParts(lines, role))
  },
}
