/** Placeholder of file. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const file: Content = { name: 'file', fits: () => false, pieces: linePieces }
