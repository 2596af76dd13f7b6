/** Placeholder of listing. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const listing: Content = { name: 'listing', fits: () => false, pieces: linePieces }
