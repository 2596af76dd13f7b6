/** The branches that `tree` draws. */

/** Where `├──`, `└──`, `|--` or `` `-- `` is before a name; -1 where the line is no branch of a tree. */
export function branchAt(line: string): number {
  let at = 0
  while (
    at < deepestBranch &&
    '│| \u00a0'.includes(line.charAt(at)) &&
    line.charAt(at) !== '' &&
    !line.startsWith('|--', at)
  )
    at += 1
  return branches.some(branch => line.startsWith(branch, at)) ? at : -1
}

const deepestBranch = 200
const branches: readonly string[] = ['├─', '└─', '|--', '`--', '+--']

export function isBranch(line: string): boolean {
  return branchAt(line) >= 0
}
