/** Placeholder of code. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const code: Content = { name: 'code', fits: () => false, pieces: linePieces }
