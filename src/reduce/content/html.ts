/** Placeholder of html. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const html: Content = { name: 'html', fits: () => false, pieces: linePieces }
