/** Placeholder of encoded. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const encoded: Content = { name: 'encoded', fits: () => false, pieces: linePieces }
