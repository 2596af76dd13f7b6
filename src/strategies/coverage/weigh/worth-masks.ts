/** Which candidates have a worth at all, and how much coverage and density count at a given budget. */
import type { CoverageWeights } from '../coverage-weights.ts'
import { resultKey } from '../head/settled-failures.ts'
import { staleness } from '../mark/staleness.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { isUninformativeBit, partIn } from '../read/line-bits.ts'

/** From this share of the whole on, read-only calls and lines of boilerplate have some worth. */
export const minForReadOnlyCalls = 0.2
/** From this share of the whole on, what failed checks printed that passed since has some worth. */
const minForPastFailures = 0.1
/** From this share of the whole on, statements of a program and secondary sections are worth as much as any line. */
const shareForEvidence = 0.3
/** Below that, evidence has more worth than the share alone would give it. */
const evidencePower = 0.6

interface Room {
  readonly weights: CoverageWeights
  /** The budget, as a share of the whole. */
  readonly share: number
  /** See `talkShare`. */
  readonly talk: number
}

/**
 * 0 for each candidate without worth, whatever it names: repeated later, or, with little room, boilerplate and what checks printed
 * that failed and passed since; the call tells how it failed. `settled`: see `settledFailures`.
 */
export function worthMask(
  { candidates, sections, numbers, staleness: known }: ConversationCandidates,
  share: number,
  settled: ReadonlySet<string>,
): Uint8Array {
  const { bits, sections: sectionOf, length } = candidates
  const failures = new Set(
    sections.flatMap(({ message, block }, section) =>
      settled.has(resultKey(numbers[message] ?? 0, block)) ? [section] : [],
    ),
  )
  const weighed = new Uint8Array(length)
  for (let piece = 0; piece < length; piece += 1) {
    const facts = bits[piece] as number
    const isNothing =
      known?.[piece] === staleness.repeated ||
      (share < minForReadOnlyCalls && (facts & isUninformativeBit) !== 0) ||
      (share < minForPastFailures && failures.has(sectionOf[piece] as number))
    weighed[piece] = isNothing ? 0 : 1
  }
  return weighed
}

/** With more room, coverage matters more than the kind of a line. */
export function evidenceShareOf(share: number): number {
  return Math.min(1, (share / shareForEvidence) ** evidencePower)
}

/** How much density counts beside coverage: with more room, old lines should be covered too. */
export function coveragePowerOf(share: number, talk: number): number {
  return ((1 - talk) * (1 - evidenceShareOf(share))) / 2
}

/** 0 for each candidate whose density `candidateWorth` does not use. */
export function densityMask(
  { candidates }: ConversationCandidates,
  weighed: Uint8Array,
  { weights, share, talk }: Room,
): Uint8Array {
  if (coveragePowerOf(share, talk) !== 0) return weighed
  const { bits } = candidates
  return weighed.map((isWeighed, piece) =>
    weights.base[partIn(bits[piece] as number)] === 0 ? 0 : isWeighed,
  )
}
