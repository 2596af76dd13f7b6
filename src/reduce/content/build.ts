/** Placeholder of build. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const build: Content = { name: 'build', fits: () => false, pieces: linePieces }
