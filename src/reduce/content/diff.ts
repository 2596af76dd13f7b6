/** Placeholder of diff. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const diff: Content = { name: 'diff', fits: () => false, pieces: linePieces }
