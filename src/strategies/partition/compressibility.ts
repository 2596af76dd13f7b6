/** How compressible an item of the compression zone is, and by how much it is reduced. */

interface Compressible {
  readonly tokens: number
  /** Hours before the newest message. */
  readonly hours: number
  /** How often the text occurs in the request. */
  readonly copies: number
  /** From 1 to 5. */
  readonly importance: number
}

type Compressibility = 'high' | 'medium' | 'low'

/** The share of an item that is removed, by its class. */
export const reductions: Readonly<Record<Compressibility, number>> = { high: 0.9, medium: 0.7, low: 0.5 }

/** A turn counts as a quarter of an hour. */
export const hoursPerTurn = 0.25

const maxCopies = 4
const maxDoublings = 10
const minHigh = 40
const minMedium = 20

/**
 * size × age × redundancy / importance. Size and age are logarithmic, so that no item outweighs all others. The newest item has
 * an age of 1, not 0.
 */
export function compressibilityScore({ tokens, hours, copies, importance }: Compressible): number {
  const size = Math.log2(1 + Math.max(0, tokens))
  const age = Math.min(maxDoublings, Math.log2(2 + Math.max(0, hours) / hoursPerTurn))
  const redundancy = Math.min(maxCopies, Math.max(1, copies))
  const score = (size * age * redundancy) / Math.min(5, Math.max(1, importance))
  // Rounded, so that equal items tie on every platform.
  return Math.round(score * 1000) / 1000
}

export function compressibilityClass(score: number): Compressibility {
  if (score >= minHigh) return 'high'
  return score >= minMedium ? 'medium' : 'low'
}
