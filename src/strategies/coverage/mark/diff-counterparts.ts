/** Lines that a printed diff removes, each with the line that took its place: alone it would say the opposite. */
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { type Counterpart, counterparts } from './counterparts.ts'

const hunk = /^@@@? -\d/

/** `isShown`: whether a line may be shown by itself. */
export function diffCounterparts(
  { texts, labels, sections }: Pick<CandidateColumns, 'texts' | 'labels' | 'sections'>,
  isShown: (line: number) => boolean,
): readonly Counterpart[] {
  const pairs: Counterpart[] = []
  for (let first = 0; first < texts.length; first += 1) {
    if (labels[first] !== '' || !texts[first]?.startsWith('@@') || !hunk.test(texts[first] as string))
      continue
    let end = first + 1
    while (end < texts.length && sections[end] === sections[first]) end += 1
    const signs = texts
      .slice(first, end)
      .map(text => (text.startsWith('-') || text.startsWith('+') ? text.charAt(0) : ''))
    const found = counterparts(
      { texts: texts.slice(first, end), labels: signs, isShown: line => isShown(first + line) },
      { first: 0, end: end - first },
      false,
    )
    for (const { line, needed } of found) pairs.push({ line: first + line, needed: first + needed })
    first = end - 1
  }
  return pairs
}
