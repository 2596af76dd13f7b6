/** Which commits a `git reset` takes from a branch. */
import type { GitCall } from './git-calls.ts'
import type { AddStatement } from './git-statement.ts'

const mode = /^--(?:hard|soft|mixed|keep|merge)$/
/** With a mode any word names a commit; without one it may be a file, unless it is a hash, or a branch as people call it. */
const commit =
  /^(?:[0-9a-f]{7,40}|(?:ORIG_)?HEAD[~^@{}\d]{0,20}|@[~^{}\d]{1,20}|(?:origin|upstream)\/\S{1,200}|main|master|trunk|develop)$/

/** `git reset HEAD~2`, `git reset --hard HEAD^`: how many commits are gone, with or without their edits. Unknown for other targets. */
export function readReset(
  { args }: GitCall,
  operands: readonly string[],
  lines: readonly string[],
  add: AddStatement,
): void {
  const [to = 'HEAD'] = operands
  if (operands.length > 1 || to === 'HEAD' || args.includes('--')) return
  const [, steps, carets] = /^HEAD(?:~(\d{0,3})|(\^{1,9}))$/.exec(to) ?? []
  const known = carets?.length ?? (steps === '' ? 1 : steps)
  if (known === undefined && !args.some(arg => mode.test(arg)) && !commit.test(to)) return
  // A hard reset prints its target, unless it is quiet.
  const isKnown = known !== undefined || lines.some(line => line.startsWith('HEAD is now at '))
  const isTaken = takesBack(args)
  add('last commit', String(known ?? ''), isTaken && isKnown ? 'restored' : 'deleted')
  // Its edits stay.
  if (!isTaken) add('uncommitted', '', 'changed')
}

/** Whether the edits of a commit go with it; `--keep` leaves others alone. */
export function takesBack(args: readonly string[]): boolean {
  return args.includes('--hard') || args.includes('--keep')
}
