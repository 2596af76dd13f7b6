/** Placeholder of stack-trace. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const stackTrace: Content = { name: 'stack-trace', fits: () => false, pieces: linePieces }
