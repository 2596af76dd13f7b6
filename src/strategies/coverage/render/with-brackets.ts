/** Lines of brackets that take no more room than a mark in their place. */
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** A mark that they are left out would take as many tokens. */
const brackets = /^[\s{}()[\];,]{1,80}$/
/** More of them in a row take more room than a mark. */
const maxInRow = 3

/** `chosen`, and lines of brackets if nothing else is between two of them, or between the last one and the `end` of the block. */
export function withBrackets(
  chosen: readonly number[],
  end: number,
  candidates: CandidateList,
): readonly number[] {
  return chosen.flatMap((piece, index) => {
    const next = chosen[index + 1] ?? end
    const { label } = candidates.at(piece) as Candidate
    const isBracket = (at: number): boolean => {
      const between = candidates.at(at) as Candidate
      return between.label === label && brackets.test(between.text)
    }
    const between = Array.from(
      { length: Math.min(next - piece - 1, maxInRow + 1) },
      (_, at) => piece + 1 + at,
    )
    return between.length > maxInRow || !between.every(isBracket) ? [piece] : [piece, ...between]
  })
}
