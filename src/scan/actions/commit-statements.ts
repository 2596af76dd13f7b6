/** What commits, merges and rebases print of the commit that was made, and of conflicts. */
import { captured } from './captured.ts'
import { type GitCall, isQuiet } from './git-calls.ts'
import { type AddStatement, isDetached, noHash, withConflicts } from './git-statement.ts'

/** `[main 1a2b3c4] Mend it`, and as aider prints it: `Commit 1a2b3c4 Mend it`. */
const commitLine = /^(?:\[([^\]\n]{1,200}) ([0-9a-f]{7,40})\]|Commit ([0-9a-f]{7,40})) (\S.{0,300})$/

const committing = /^(?:commit|merge|cherry-pick|revert|rebase|pull|am)$/

export function mayPrintCommits({ verb }: GitCall): boolean {
  return committing.test(verb)
}

/**
 * The lines of an output without the commits of other directories: `git -C a commit; git -C b commit` prints them in turn.
 * Without any where it is not certain whose they are.
 */
export function linesOfPlace(
  directory: string | undefined,
  calls: readonly GitCall[],
  lines: readonly string[],
): readonly string[] {
  const makers = calls.filter(mayPrintCommits)
  if (makers.every(call => call.directory === directory)) return lines
  const isInTurn =
    makers.every(({ verb }) => verb === 'commit') &&
    lines.filter(line => commitLine.test(line)).length === makers.length
  let at = 0
  return lines.filter(line => !commitLine.test(line) || (isInTurn && makers[at++]?.directory === directory))
}

export function readCommits(calls: readonly GitCall[], lines: readonly string[], add: AddStatement): void {
  const made = lines.map(line => commitLine.exec(line)).filter(found => found !== null)
  const commits = calls.filter(({ verb }) => verb === 'commit')
  for (const [at, [, where = '', printed = '', hash = printed, subject = '']] of made.entries()) {
    if (where.includes('(root-commit)')) continue
    const call = made.length === commits.length ? commits[at] : commits.at(-1)
    if (call !== undefined && isAmending(call)) add('last commit', '', 'replaced')
    if (where !== '') add('branch', where)
    add('last commit', `${hash} ${subject}`, 'committed')
    // A rebase continues after each of its commits.
    if (!isDetached(where)) add('under way', '')
  }
}

export function isAmending({ args }: GitCall): boolean {
  return args.includes('--amend')
}

export function hasCommitLine(lines: readonly string[]): boolean {
  return lines.some(line => commitLine.test(line))
}

/** `git commit -m x | tail -1 && git push`: the line with the hash is not shown. */
export function isSilentCommit(call: GitCall, lines: readonly string[]): boolean {
  return isQuiet(call) && !lines.some(line => commitLine.test(line) || refusesCommit.test(line))
}

/** The commit that was made, as far as its command says what it is called. */
export function silentCommit({ args }: GitCall): string {
  const at = args.findIndex(arg => /^-[a-z]{0,4}m$|^--message$/.test(arg))
  const given = at < 0 ? args.find(arg => arg.startsWith('--message='))?.slice(10) : args[at + 1]
  const subject = given?.replace(heredoc, '').trimStart().split('\n', 1)[0]?.trim() ?? ''
  return /[$`]/.test(subject) ? noHash : `${noHash} ${subject}`.trimEnd()
}

/** `$(cat <<'EOF'` and a line break, before the message. */
const heredoc = /^\s{0,8}\$\(cat <<-?\s{0,4}["']?\w{1,40}["']?\n/

/** Also a hook: `husky - pre-commit hook exited with code 1`, `ruff....Failed`. */
const refusesCommit =
  /^(?:nothing to commit|no changes added|nothing added|error: |fatal: |On branch |Aborting commit|hint: |husky - .{0,80}(?:exited|failed)|[^.]{1,80}\.{3,80}Failed$)/

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
  if (call.args.includes('--abort') || call.args.includes('--quit')) {
    if (hasSucceeded) add('under way', '')
    return
  }
  const files = lines.flatMap(line => {
    const found = line.includes('CONFLICT') ? conflict.exec(line.replace(progress, '')) : null
    return found === null ? [] : [found[1] ?? found[2] ?? '']
  })
  const stop = stopIn(lines)
  if (files.length > 0 || stop !== undefined)
    add('under way', withConflicts(stoppedAt(call, lines, stop), files))
  else if (
    isContinued(call, hasSucceeded) ||
    lines.some(line =>
      /^(?:Successfully rebased|Already up to date|Fast-forward|Merge made by|Current branch .{1,200} is up to date)/.test(
        line,
      ),
    )
  )
    add('under way', '')
  const [rebased] = captured(lines, /Successfully rebased and updated refs\/heads\/(\S{1,200})\.$/)
  if (rebased !== undefined) {
    add('branch', rebased)
    add('last commit', '', 'changed')
    add('under way', '')
    // A rebase continues only where nothing is left uncommitted, or where changes are restored at the end.
    if (!lines.some(line => line.includes('autostash'))) add('uncommitted', '')
  }
  if (files.length === 0 && stop === undefined) readFastForward(lines, add)
}

/** A rebase says itself that it is over. */
function isContinued({ verb, args, isFiltered }: GitCall, hasSucceeded: boolean): boolean {
  const isOn = args.includes('--continue') || args.includes('--skip')
  return hasSucceeded && !isFiltered && isOn && verb !== 'rebase'
}

/** `Rebasing (2/3)`, once for each commit, and with no line break behind it. */
const progress = /^(?:Rebasing \(\d{1,6}\/\d{1,6}\)\s{0,4}){1,2000}/
const step = /Rebasing \((\d{1,6}\/\d{1,6})\)/g

/** The commit, or the number and subject of the patch, that could not be applied. */
function stopIn(lines: readonly string[]): string | undefined {
  return lines
    .flatMap(
      line => stoppedCommit.exec(line.replace(progress, ''))?.[1] ?? stoppedPatch.exec(line)?.[1] ?? [],
    )
    .at(-1)
}

const stoppedCommit =
  /^(?:(?:error: )?[Cc]ould not (?:apply|revert) |Stopped at {1,2})([0-9a-f]{7,40})(?:\.\.\.|\b)/
const stoppedPatch = /^Patch failed at (\d{1,6} \S.{0,100})$/

/** `rebase 2/3 stopped at 1a2b3c4`. */
function stoppedAt({ verb }: GitCall, lines: readonly string[], stop: string | undefined): string {
  if (verb === 'stash') return 'stash pop'
  const what = verb === 'pull' ? (stop === undefined ? 'merge' : 'rebase') : verb
  const at = lines.flatMap(line => [...line.matchAll(step)]).at(-1)?.[1]
  const steps = what === 'rebase' && at !== undefined ? ` ${at}` : ''
  return `${what}${steps}${stop === undefined ? '' : ` stopped at ${stop}`}`
}

/** `Updating 1a2b3c4..5d6e7f8`: the branch is at the second. */
export function readFastForward(lines: readonly string[], add: AddStatement): void {
  const head = captured(lines, /^Updating [0-9a-f]{7,40}\.\.([0-9a-f]{7,40})$/).at(-1)
  if (head !== undefined && lines.includes('Fast-forward')) add('last commit', head)
}
