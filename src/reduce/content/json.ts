/** Placeholder of json. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const json: Content = { name: 'json', fits: () => false, pieces: linePieces }
