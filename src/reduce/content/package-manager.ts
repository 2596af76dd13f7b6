/** Placeholder of package-manager. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const packageManager: Content = { name: 'package-manager', fits: () => false, pieces: linePieces }
