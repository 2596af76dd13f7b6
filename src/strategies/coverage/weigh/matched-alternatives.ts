/** How much of what a search looked for is in each line that it found: rare alternatives of its pattern count most. */
import type { Candidates } from '../read/candidate-columns.ts'

const least = 0.5
const most = 1.25

/** For each candidate a factor; 1 for all but the hits of searches for several alternatives. */
export function matchedAlternatives({
  candidates,
  sections,
}: Pick<Candidates, 'candidates' | 'sections'>): Float64Array {
  const factors = new Float64Array(candidates.length).fill(1)
  sections.forEach(({ alternatives = [], firstCandidate }, at) => {
    if (alternatives.length === 0) return
    const end = sections[at + 1]?.firstCandidate ?? candidates.length
    const lines = Array.from({ length: end - firstCandidate }, (_, line) =>
      (candidates.at(firstCandidate + line)?.text ?? '').toLowerCase(),
    )
    const hits = alternatives.map(alternative => lines.filter(line => line.includes(alternative)).length)
    const scores = lines.map(line =>
      alternatives.reduce((sum, alternative, index) => {
        const count = hits[index] as number
        return count > 0 && line.includes(alternative) ? sum + Math.log1p(lines.length / count) : sum
      }, 0),
    )
    const matched = scores.filter(score => score > 0)
    const mean = matched.reduce((sum, score) => sum + score, 0) / matched.length
    scores.forEach((score, line) => {
      if (score > 0) factors[firstCandidate + line] = Math.min(most, Math.max(least, score / mean))
    })
  })
  return factors
}
