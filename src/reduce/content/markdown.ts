/** Markdown: headings, and under each of them its paragraphs, lists, tables and code. */
import { markdownLine, markdownMark } from '../../scan/kind/content-lines.ts'
import { both, minShare, some } from '../../scan/kind/kind-tests.ts'
import type { Content } from './content.ts'
import { markdownParts } from './markdown/markdown-parts.ts'
import { piecesOf } from './parts.ts'

export const markdown: Content = {
  name: 'markdown',
  isSpoken: true,
  detectors: [
    {
      rank: 200,
      why: 'headings, lists, fences; bold and code alone do not make it',
      test: both(some(markdownMark), minShare(0.25, markdownLine, 2)),
    },
  ],
  fits: ({ source: { kind } }) => kind === 'markdown',
  pieces(text, { role }) {
    const lines = text.split('\n')
    return piecesOf(text, lines, markdownParts(lines, role))
  },
}
