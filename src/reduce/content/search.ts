/** Placeholder of search. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const search: Content = { name: 'search', fits: () => false, pieces: linePieces }
