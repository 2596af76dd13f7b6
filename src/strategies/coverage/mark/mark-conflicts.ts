/** Shows the lines of merge conflicts in files that were read and not changed since: they are what is left to do. */
import type { CandidateColumns } from '../read/candidate-columns.ts'
import type { FileReading } from './mark-named-places.ts'

/** Of a longer conflict, only its beginning is shown. */
const maxLines = 40

const opens = /^<{7}(?: |$)/
const closes = /^>{7}(?: |$)/

/** `show` gets the candidates. */
export function markConflicts(
  readings: readonly FileReading[],
  { texts }: CandidateColumns,
  show: (candidate: number) => void,
): void {
  // The last reading of a file shows what is left of its conflicts.
  for (const { first, end } of new Map(readings.map(reading => [reading.path, reading])).values())
    for (let at = first; at < end; at += 1) {
      if (!opens.test(texts[at] as string)) continue
      const last = Math.min(at + maxLines, end) - 1
      while (at < last && !closes.test(texts[at] as string)) show(at++)
      show(at)
    }
}
