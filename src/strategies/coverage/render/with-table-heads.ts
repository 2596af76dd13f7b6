/** The first rows of tables, which name the columns: the values of a row mean little without them. */
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** A longer one costs more than it says. */
const maxHead = 120
const separator = /^\s{0,12}\|[\s:|-]{3,400}$/

/** `chosen` with those of the tables that it has rows of, for a section whose first candidate is `first`. */
export function withTableHeads(
  chosen: readonly number[],
  first: number,
  candidates: CandidateList,
): readonly number[] {
  const added = new Set<number>()
  let at = first
  let head = -1
  for (const piece of chosen)
    for (; at <= piece; at += 1) {
      const row = candidates.at(at) as Candidate
      if (!isRow(row)) {
        head = -1
        continue
      }
      if (head < 0 || candidates.at(head)?.label !== row.label) head = at
      if (at === piece && isHead(head)) added.add(head)
    }
  for (const piece of chosen) added.delete(piece)
  return added.size === 0 ? chosen : [...chosen, ...added].sort((one, other) => one - other)

  function isHead(row: number): boolean {
    return (
      (candidates.at(row)?.text.length ?? 0) <= maxHead && separator.test(candidates.at(row + 1)?.text ?? '')
    )
  }
}

function isRow({ text }: Candidate): boolean {
  return text.trimStart().startsWith('|')
}
