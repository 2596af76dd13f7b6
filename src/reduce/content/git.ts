/** Placeholder of git. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const git: Content = { name: 'git', fits: () => false, pieces: linePieces }
