/** Which digest of a view holds the note of a model. */
import type { DigestSpan } from '../../view/digests.ts'

/** A digest that holds a note has lines of its own beside it, and is shorter than what it replaces. */
export const noteReserve = 2

/** The last one that replaces enough, else the one that replaces most. */
export function noteDigest(digests: readonly Pick<DigestSpan, 'source'>[], noteTokens: number): number {
  const last = digests.findLastIndex(({ source }) => source.tokens >= noteTokens * noteReserve)
  if (last >= 0) return last
  const largest = digests.reduce((most, { source }) => Math.max(most, source.tokens), 0)
  return digests.findLastIndex(({ source }) => source.tokens === largest)
}
