/** Changed lines that other lines of the diff bring back: in another place, or in other columns. */
import { unaligned } from '../../../scan/actions/edit-lines.ts'
import { onlyHere } from '../../../scan/actions/only-here.ts'
import type { DiffLine } from './diff-lines.ts'

/** A shorter line may come again by chance. */
const minMoved = 12

/** `commit 1a2b3c4…`, `From 1a2b3c4… Mon Sep 17`: what one commit adds another one may remove. */
const commitLine = /^(?:commit [0-9a-f]{7,40}(?![0-9a-f])|From [0-9a-f]{40} )/

/** Lines that a commit removes in one place and adds in another one: what is gone or new comes first. */
export function movedLines(lines: readonly string[], kinds: readonly DiffLine[]): ReadonlySet<number> {
  const starts = lines.flatMap((line, at) => (kinds[at] === 'other' && commitLine.test(line) ? [at] : []))
  return new Set(
    [0, ...starts].flatMap((from, index) => movedWithin(lines, kinds, from, starts[index] ?? lines.length)),
  )
}

function movedWithin(
  lines: readonly string[],
  kinds: readonly DiffLine[],
  from: number,
  to: number,
): readonly number[] {
  const textAt = (at: number): string => (lines[at] as string).slice(1).trim()
  const added = new Set<string>()
  const removed = new Set<string>()
  for (let at = from; at < to; at += 1)
    if (kinds[at] === 'added') added.add(textAt(at))
    else if (kinds[at] === 'removed') removed.add(textAt(at))
  const moved: number[] = []
  for (let at = from; at < to; at += 1) {
    const others = kinds[at] === 'added' ? removed : kinds[at] === 'removed' ? added : undefined
    if (others?.has(textAt(at)) === true && textAt(at).length >= minMoved) moved.push(at)
  }
  return moved
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
