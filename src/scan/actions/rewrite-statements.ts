/** Which commands of git put other code in place of what is checked out: what was checked before was other code. */
import type { GitCall } from './git-calls.ts'
import { type AddStatement, perhaps } from './git-statement.ts'
import { takesBack } from './read-reset.ts'

const rewriting = /^(?:merge|rebase|pull|cherry-pick|revert|am|reset|pr merge)$/
/** What is printed where a merge, a rebase or what is like them brought something. */
const brought =
  /^(?:Fast-forward$|Merge made by |Applying: |\[[^\]\n]{1,200} [0-9a-f]{7,40}\] )|(?:^|\s)Successfully rebased /
/** Where it stopped on its way. */
const stopped = /^(?:CONFLICT \(|Patch failed at \d)|[Cc]ould not apply [0-9a-f]{7,40}/

export function readRewrites(
  calls: readonly GitCall[],
  lines: readonly string[],
  hasSucceeded: boolean,
  add: AddStatement,
): void {
  const call = calls.findLast(({ verb }) => rewriting.test(verb))
  if (call === undefined) return
  const what = call.verb.replace('pr ', '')
  if (call.args.includes('--abort')) {
    if (hasSucceeded) add('code', what, 'restored')
    return
  }
  if (what === 'reset') {
    if (hasSucceeded && takesBack(call.args)) add('code', what, 'changed')
    return
  }
  const last = lines.findLast(line => brought.test(line) || stopped.test(line))
  if (last !== undefined) add('code', what, stopped.test(last) ? 'staged' : 'changed')
  else if (hasSucceeded && isRebase(call) && !lines.some(line => changedNothing.test(line))) {
    // `git rebase -q main` rewrites commits without output, and says as little where there is nothing to do.
    add('code', what, 'changed')
    add('last commit', perhaps, 'changed')
  }
}

const changedNothing = /\bup to date\b|\bup-to-date\b|^(?:fatal|error): /

function isRebase({ verb, args }: GitCall): boolean {
  if (verb === 'pull') return args.some(arg => /^(?:-r|--rebase(?:=(?!false).{1,20})?)$/.test(arg))
  return verb === 'rebase' && !args.some(arg => /^--(?:quit|edit-todo|show-current-patch|help)$/.test(arg))
}
