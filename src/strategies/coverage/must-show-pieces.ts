/** The pieces that say what a view must show. */
import { holds } from '../../measure/probes/atoms.ts'
import type { CoverageInput } from './selection-input.ts'

/** For each word the cheapest piece that says it, of equals the latest; a piece that says several is named once. */
export function mustShowPieces(
  { candidates: { candidates }, costs }: CoverageInput,
  words: ReadonlySet<string>,
): readonly number[] {
  if (words.size === 0) return []
  const cheapest = new Map<string, number>()
  for (const [piece, text] of candidates.texts.entries()) {
    const lowered = text.toLowerCase()
    for (const word of words) {
      const best = cheapest.get(word)
      if (best !== undefined && (costs[best] as number) < (costs[piece] as number)) continue
      if (holds(lowered, word)) cheapest.set(word, piece)
    }
  }
  return [...new Set(cheapest.values())]
}
