/** Which digest of a view contains the head, and which the note of a model. */
import type { DigestSpan } from '../../../view/digest-spans.ts'

/**
 * How many times its own size a head or a note must replace: a digest has other lines too, and is shown only if it is shorter.
 */
export const digestReserve = { head: 1.5, note: 2 } as const

/**
 * The head goes into the first digest that replaces enough, a note into the last; if none does, into the one that replaces
 * most.
 */
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
