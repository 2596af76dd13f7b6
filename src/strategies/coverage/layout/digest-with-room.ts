/** Which digest of a view holds the head, and which the note of a model. */
import type { DigestSpan } from '../../../view/digests.ts'

/** How much more a digest must replace than it holds: it has lines of its own beside, and is shown only where it is shorter. */
export const digestReserve = { head: 1.5, note: 2 } as const

/** The head is in the first one that replaces enough, a note in the last, else in the one that replaces most. */
export function digestWithRoom(
  digests: readonly Pick<DigestSpan, 'source'>[],
  held: keyof typeof digestReserve,
  tokens: number,
): number {
  const sizes = digests.map(({ source }) => source.tokens)
  const min = Math.min(
    tokens * digestReserve[held],
    sizes.reduce((most, size) => Math.max(most, size), 0),
  )
  const isLarge = (size: number): boolean => size >= min
  return held === 'head' ? sizes.findIndex(isLarge) : sizes.findLastIndex(isLarge)
}
