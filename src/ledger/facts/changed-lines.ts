/** What an edit changes line by line: the lines that only one side has, new ones first. Linear. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'

const maxLines = 40
const longestLine = 240

export function changedLines(removed: string, added: string): readonly string[] {
  const before = linesOf(removed)
  const after = linesOf(added)
  return boundedLines([
    ...withoutThose(after, before).map(line => `+${line}`),
    ...withoutThose(before, after).map(line => `-${line}`),
  ])
}

/** Of too many the first new ones, and some of those that went. */
export function boundedLines(lines: readonly string[]): readonly string[] {
  const cut = lines.map(line => graphemeCut(line, longestLine))
  if (cut.length <= maxLines) return cut
  const removed = cut.filter(line => line.startsWith('-')).slice(0, maxLines / 4)
  const added = cut.filter(line => line.startsWith('+')).slice(0, maxLines - removed.length)
  return [...added, ...removed]
}

/** Lines that say something: a bracket alone says nothing without the lines around it. */
function linesOf(text: string): readonly string[] {
  return text.split('\n').filter(line => /[\p{L}\p{N}]/u.test(line))
}

function withoutThose(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  return lines.filter(line => {
    const count = left.get(line.trim()) ?? 0
    if (count > 0) left.set(line.trim(), count - 1)
    return count === 0
  })
}
