/** Placeholder of table. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const table: Content = { name: 'table', fits: () => false, pieces: linePieces }
