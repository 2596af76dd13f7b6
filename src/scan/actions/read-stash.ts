/** What `git stash` puts away, and what of it is back. */
import { captured } from './captured.ts'
import type { GitCall } from './git-calls.ts'
import type { AddStatement } from './git-statement.ts'

/** `Saved working directory and index state WIP on main: 1a2b3c4 Mend it`, `… On main: try it` */
const saved = /^Saved working directory and index state ((?:WIP on|On) \S{1,200}: .{0,200})$/
const ofWork = /^WIP on (\S{1,200}): ([0-9a-f]{7,40} .{0,200})$/

export function readStash(
  { args }: GitCall,
  lines: readonly string[],
  hasSucceeded: boolean,
  add: AddStatement,
): void {
  switch (args.find(arg => !arg.startsWith('-'))) {
    case undefined:
    case 'push':
    case 'save': {
      const [put] = captured(lines, saved)
      if (put === undefined) return
      const [, branch, commit] = ofWork.exec(put) ?? []
      if (branch !== undefined && !branch.startsWith('(')) add('branch', branch)
      if (commit !== undefined) add('last commit', commit)
      add('stash', put, 'staged')
      return
    }
    case 'pop':
    case 'drop':
    case 'branch':
      if (lines.some(line => line.startsWith('Dropped '))) add('stash', '', 'deleted')
      return
    case 'apply':
      if (hasSucceeded) add('stash', '', 'deleted')
      return
    case 'clear':
      if (hasSucceeded) add('stash', '')
      return
    default:
  }
}
