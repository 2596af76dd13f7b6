/** What commits, merges and rebases print of the commit that was made, and of conflicts. */
import type { GitCall } from './git-calls.ts'
import { type AddStatement, withConflicts } from './git-statement.ts'

const commitLine = /^\[([^\]\n]{1,200}) ([0-9a-f]{7,40})\] (\S.{0,300})$/

export function readCommits(lines: readonly string[], add: AddStatement): void {
  for (const line of lines) {
    const found = commitLine.exec(line)
    if (found === null) continue
    const [, where = '', hash = '', subject = ''] = found
    if (where.includes('(root-commit)')) continue
    add('branch', where === 'detached HEAD' ? where : where)
    add('last commit', `${hash} ${subject}`, 'committed')
    add('under way', '')
  }
}

/** `git commit -m x | tail -1 && git push`: the line with the hash is not shown. */
export function isSilentCommit(
  { args, isFiltered, isShortened }: GitCall,
  lines: readonly string[],
): boolean {
  const isQuiet = isFiltered || isShortened || args.includes('-q') || args.includes('--quiet')
  return isQuiet && !lines.some(line => commitLine.test(line) || refusesCommit.test(line))
}

const refusesCommit =
  /^(?:nothing to commit|no changes added|nothing added|error: |fatal: |On branch |Aborting commit|hint: )/

const conflict =
  /^CONFLICT \([^)]{1,60}\): (?:Merge conflict in (\S.{0,300})|(\S{1,300}) (?:deleted|renamed|added) in .{0,300})$/

export function readConflicts(
  calls: readonly GitCall[],
  lines: readonly string[],
  hasSucceeded: boolean,
  add: AddStatement,
): void {
  const call = calls.findLast(({ verb }) => /^(?:merge|rebase|cherry-pick|revert|pull|am|stash)$/.test(verb))
  if (call === undefined) return
  const what =
    call.verb === 'pull'
      ? lines.some(line => line.includes('could not apply'))
        ? 'rebase'
        : 'merge'
      : call.verb
  if (call.args.includes('--abort') || call.args.includes('--quit')) {
    if (hasSucceeded) add('under way', '')
    return
  }
  const files = lines.flatMap(line => {
    const found = line.startsWith('CONFLICT') ? conflict.exec(line) : null
    return found === null ? [] : [found[1] ?? found[2] ?? '']
  })
  if (files.length > 0) add('under way', withConflicts(call.verb === 'stash' ? 'stash pop' : what, files))
  else if (
    lines.some(line =>
      /^(?:Successfully rebased|Already up to date|Fast-forward|Merge made by|Current branch .{1,200} is up to date)/.test(
        line,
      ),
    )
  )
    add('under way', '')
  const rebased = lines
    .map(line => /Successfully rebased and updated refs\/heads\/(\S{1,200})\.$/.exec(line)?.[1])
    .find(branch => branch !== undefined)
  if (rebased !== undefined) {
    add('branch', rebased)
    add('last commit', '', 'changed')
    add('under way', '')
    // A rebase goes on only where nothing is left uncommitted, or what was is put back in the end.
    if (!lines.some(line => line.includes('autostash'))) add('uncommitted', '')
  }
  if (files.length === 0) readFastForward(lines, add)
}

/** `Updating 1a2b3c4..5d6e7f8`: the branch is at the second. */
export function readFastForward(lines: readonly string[], add: AddStatement): void {
  const head = lines
    .map(line => /^Updating [0-9a-f]{7,40}\.\.([0-9a-f]{7,40})$/.exec(line)?.[1])
    .findLast(hash => hash !== undefined)
  if (head !== undefined && lines.includes('Fast-forward')) add('last commit', head)
}
