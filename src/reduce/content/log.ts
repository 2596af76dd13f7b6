/** Placeholder of log. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const log: Content = { name: 'log', fits: () => false, pieces: linePieces }
