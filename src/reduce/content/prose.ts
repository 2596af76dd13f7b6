/** Placeholder of prose. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const prose: Content = { name: 'prose', fits: () => false, pieces: linePieces }
