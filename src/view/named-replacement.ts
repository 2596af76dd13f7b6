/** A replacement whose text names its original, where another text reads the same without. */
import { withHandle } from '../scan/marker.ts'
import type { TokenCounter } from '../types.ts'
import { viewKey } from './provenance.ts'
import type { Replacement } from './view-outcome.ts'

export function namedReplacement(
  draft: Replacement,
  raw: readonly unknown[],
  counter: TokenCounter,
): Replacement {
  const { measured, original } = draft
  const after = withHandle(draft.after, original.handle)
  return {
    ...draft,
    after,
    tokensAfter: counter.count(after),
    viewHash: viewKey(after, original.message ?? raw[measured.message]),
  }
}
