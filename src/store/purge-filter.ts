/** What a purge may touch: an original must satisfy every limit given, and nothing is purged without one. */
import type { PurgeFilter } from '../types.ts'
import { invalid } from './store-error.ts'

export function checkFilter({ handles, session, everything }: PurgeFilter): void {
  if (handles === undefined && session === undefined && everything !== true)
    throw invalid('Say what to purge: handles, a session, or everything.')
}
