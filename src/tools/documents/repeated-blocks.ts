/** Lines and blocks of lines that come again elsewhere in a text. */
import { mostPromising } from './most-promising.ts'

/** Shorter blocks are no help to name; longer ones are named in parts, so that looking for them stays cheap. */
const minLength = 8
const maxLength = 2000

/** Each without the space around it, and without the last line break. */
export function repeatedBlocks(text: string): readonly string[] {
  const lines = text.split('\n')
  const latest = new Map<string, number>()
  const places = new Map<string, Set<number>>()
  for (let at = 0; at < lines.length; ) {
    const before = latest.get(lines[at] as string)
    const length = before === undefined ? 0 : sameLines(lines, before, at)
    const block = lines
      .slice(at, at + length)
      .join('\n')
      .trim()
    if (before !== undefined && block.length >= minLength) {
      const known = places.get(block) ?? new Set()
      places.set(block, known.add(before).add(at))
    }
    const end = at + Math.max(1, length)
    for (; at < end; at += 1) latest.set(lines[at] as string, at)
  }
  return mostPromising(new Map([...places].map(([block, { size }]) => [block, size])))
}

/** How many lines from `at` on are the same as those from `before` on; the two never overlap. */
function sameLines(lines: readonly string[], before: number, at: number): number {
  let length = 0
  for (let units = 0; before + length < at; length += 1) {
    const line = lines[at + length]
    units += (line?.length ?? 0) + 1
    if (line === undefined || line !== lines[before + length] || units > maxLength) break
  }
  return length
}
