/** Placeholder of test-run. */
import type { Content } from './content.ts'
import { linePieces } from './lines.ts'

export const testRun: Content = { name: 'test-run', fits: () => false, pieces: linePieces }
