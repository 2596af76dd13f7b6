/** Changed lines that other lines of the diff bring back: in another place, or in other columns. */
import { onlyHere, unaligned } from '../../../scan/actions/edit-lines.ts'
import type { DiffLine } from './diff-lines.ts'

/** A shorter line may come again by chance. */
const minMoved = 12

/** Lines that the diff removes in one place and adds in another one: what is new comes first. */
export function movedLines(lines: readonly string[], kinds: readonly DiffLine[]): ReadonlySet<number> {
  const textsOf = (kind: DiffLine): ReadonlySet<string> =>
    new Set(lines.filter((_, at) => kinds[at] === kind).map(line => line.slice(1).trim()))
  const [added, removed] = [textsOf('added'), textsOf('removed')]
  return new Set(
    lines.flatMap((line, at) => {
      const others = kinds[at] === 'added' ? removed : kinds[at] === 'removed' ? added : undefined
      const text = line.slice(1).trim()
      return text.length >= minMoved && others?.has(text) === true ? [at] : []
    }),
  )
}

/** Removed lines that the lines added right below bring back in other columns, and those. */
export function realignedLines(
  lines: readonly string[],
  kinds: readonly DiffLine[],
  from: number,
  to: number,
): ReadonlySet<number> {
  const found = new Set<number>()
  const runEnd = (start: number, kind: DiffLine): number => {
    let end = start
    while (end < to && kinds[end] === kind) end += 1
    return end
  }
  for (let at = from; at < to; ) {
    const middle = runEnd(at, 'removed')
    const end = middle === at ? at : runEnd(middle, 'added')
    if (end > middle) {
      const textAt = (line: number): string => (lines[line] as string).slice(1)
      const gone = Array.from({ length: middle - at }, (_, index) => at + index)
      const put = Array.from({ length: end - middle }, (_, index) => middle + index)
      const keyOf = (line: number): string => unaligned(textAt(line))
      const changed = new Set([...onlyHere(gone, put, keyOf), ...onlyHere(put, gone, keyOf)])
      for (const line of [...gone, ...put]) if (!changed.has(line)) found.add(line)
    }
    at = Math.max(end, at + 1)
  }
  return found
}
