/** How many files a `git status` lists: `3 changed, 1 untracked`; empty where it lists none, and of several repositories. */
import { readStatus } from './git-status.ts'

export function statusCount(lines: readonly string[], isShort: boolean): string {
  if (lines.filter(line => statusHead.test(line)).length > 1) return ''
  const { conflicts = [], uncommitted = [], untracked = [] } = readStatus(lines, isShort) ?? {}
  const counts = { unmerged: conflicts, changed: uncommitted, untracked }
  return Object.entries(counts)
    .flatMap(([state, files]) => (files.length === 0 ? [] : [`${countOf(files)} ${state}`]))
    .join(', ')
}

/** The line that a `git status` begins with. */
export const statusHead: RegExp = /^(?:On branch |HEAD detached |## )/

/** The last of too many says how many more there are. */
function countOf(files: readonly string[]): number {
  const more = /^… (\d{1,9}) more$/.exec(files.at(-1) ?? '')?.[1]
  return more === undefined ? files.length : files.length - 1 + Number(more)
}
