/** Placeholder of markdown. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const markdown: Content = { name: 'markdown', fits: () => false, pieces: linePieces }
