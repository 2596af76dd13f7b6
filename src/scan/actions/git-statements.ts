/** What git and the command lines of its hosts say of a repository, read from what they printed. */
import { linesOf } from '../lines.ts'
import { captured } from './captured.ts'
import { readComments } from './comment-statements.ts'
import {
  hasCommitLine,
  isAmending,
  isSilentCommit,
  linesOfPlace,
  mayPrintCommits,
  readCommits,
  readConflicts,
  readFastForward,
  silentCommit,
} from './commit-statements.ts'
import { type GitCall, gitCalls } from './git-calls.ts'
import { type AddStatement, type GitStatement, perhaps, withConflicts } from './git-statement.ts'
import { readStatus } from './git-status.ts'
import { mayCommit } from './other-commits.ts'
import { pushWords } from './push-words.ts'
import { readReset } from './read-reset.ts'
import { readStash } from './read-stash.ts'
import { readListedRequest, readPullRequest, readPush } from './remote-statements.ts'
import { readCheckout, readClean, readRestore } from './restore-statements.ts'
import { readRewrites } from './rewrite-statements.ts'
import type { ShellCommand } from './shell/shell-commands.ts'
import { worktreeStatements } from './worktree-statements.ts'

const maxLength = 40_000
/** The output is read once for each directory. */
const maxPlaces = 8

/** `commands`: of one call, in order. `hasSucceeded`: where nothing was printed, its words say what was done. */
export function gitStatements(
  commands: readonly ShellCommand[],
  output: string,
  hasSucceeded: boolean,
): readonly GitStatement[] {
  const others: readonly GitStatement[] =
    hasSucceeded && commands.some(mayCommit) ? [{ about: 'commits', kind: 'shown', text: perhaps }] : []
  const calls = gitCalls(commands)
  const places = [...Map.groupBy(calls, ({ directory }) => directory)].slice(-maxPlaces)
  const lines = linesOf(output.slice(0, maxLength)).map(({ text }) => text)
  const statements = places.flatMap(([directory, own]) => {
    const ownLines = places.length === 1 ? lines : linesOfPlace(directory, calls, lines)
    return statementsOf(placeCalls(own, calls), ownLines, output, hasSucceeded)
  })
  return [...others, ...statements]
}

/** Without a status where another directory has one too: whose files are shown is not said. */
function placeCalls(own: readonly GitCall[], calls: readonly GitCall[]): readonly GitCall[] {
  const isElsewhere = calls.some(
    ({ verb, directory }) => verb === 'status' && directory !== own[0]?.directory,
  )
  return isElsewhere ? own.filter(({ verb }) => verb !== 'status') : own
}

/** `calls`: those in one directory. */
function statementsOf(
  calls: readonly GitCall[],
  lines: readonly string[],
  output: string,
  hasSucceeded: boolean,
): readonly GitStatement[] {
  const has = (...verbs: readonly string[]): boolean => calls.some(({ verb }) => verbs.includes(verb))
  const found: GitStatement[] = []
  const last = calls.at(-1)
  const place = last?.directory === undefined ? {} : { directory: last.directory }
  const add: AddStatement = (about, text, kind = 'shown') => {
    found.push({ about, kind, text, ...place })
  }
  // A status at the end shows what the others have left.
  const status = last?.verb === 'status' ? last : undefined
  for (const call of calls) if (call !== status) readCall(call, lines, hasSucceeded, add)
  if (calls.some(mayPrintCommits)) readCommits(calls, lines, add)
  // What is aborted was under way until then.
  readRewrites(calls, lines, hasSucceeded, add)
  if (has('merge', 'rebase', 'cherry-pick', 'revert', 'pull', 'stash', 'am', 'checkout', 'switch', 'commit'))
    readConflicts(calls, lines, hasSucceeded, add)
  if (has('checkout', 'switch', 'reset', 'pr checkout', 'pr merge', 'stash', 'branch'))
    readSwitches(calls, lines, add)
  if (has('push')) readPush(lines, calls, hasSucceeded, add)
  if (has('pr create', 'pr view', 'pr merge', 'pr checkout', 'pr edit', 'pr close', 'pr ready', 'mr create'))
    readPullRequest(calls, output, hasSucceeded, add)
  else if (has('pr list')) readListedRequest(calls, output, add)
  if (hasSucceeded) readComments(calls, output, add)
  if (has('pr merge')) readFastForward(lines, add)
  if (status !== undefined) readCall(status, lines, hasSucceeded, add)
  return hasSucceeded ? [...found, ...calls.flatMap(call => worktreeStatements(call, lines))] : found
}

function readCall(call: GitCall, lines: readonly string[], hasSucceeded: boolean, add: AddStatement): void {
  const { verb, args, isFiltered } = call
  const operands = args.filter(arg => !arg.startsWith('-'))
  switch (verb) {
    case 'status':
      if (!isFiltered && operands.length === 0) addStatus(lines, args, add)
      return
    case 'stash':
      readStash(call, lines, hasSucceeded, add)
      // `git stash && npm test; git stash pop` prints both.
      if (args[0] === 'pop' || args[0] === 'apply') addStatus(lines, [], add)
      else if (lines.some(line => line.startsWith('Saved working directory'))) add('uncommitted', '')
      return
    case 'branch':
      if (args.includes('--show-current')) addName(call, lines, add)
      // `git branch -m new` renames the branch that is checked out.
      else if (args.some(arg => /^(?:-[mM]|--move)$/.test(arg))) {
        if (hasSucceeded && operands.length === 1) add('branch', operands[0] as string, 'created')
      } else if (args.every(arg => /^-(?:[avr]{1,3}|-all|-list|-no-color)$/.test(arg))) {
        const current = lines.find(line => line.startsWith('* '))?.slice(2)
        if (current !== undefined) addCurrent(current, add)
      }
      return
    case 'rev-parse':
      if (args.includes('--abbrev-ref') && operands[0] === 'HEAD') addName(call, lines, add)
      return
    case 'log':
      if (isFiltered || !args.every(isPlainLogOption)) return
      if (call.isFirst) addHead(lines, add)
      // `git commit -q -m x && git log --oneline -1`
      else if (call.isLast && args.includes('--oneline')) addHead(lastEntries(lines, args), add)
      return
    case 'add':
      if (hasSucceeded) {
        const isAll = args.some(arg => /^(?:-A|--all|-u|--update|\.)$/.test(arg))
        add('uncommitted', isAll ? '*' : operands.join('\n'), 'staged')
      }
      return
    case 'commit':
      if (args.some(arg => /^-[b-z]{0,4}a[b-z]{0,4}$|^--all$/.test(arg))) add('uncommitted', '*', 'staged')
      else if (hasSucceeded) addCommitted(args, add)
      if (lines.some(line => /^(?:nothing to commit|On branch .{1,200} nothing to commit)/.test(line)))
        add('uncommitted', '')
      else if (hasSucceeded && isSilentCommit(call, lines)) {
        if (isAmending(call)) add('last commit', '', 'replaced')
        add('last commit', silentCommit(call), 'committed')
      } else if (hasSucceeded && !hasCommitLine(lines)) add('commits', perhaps)
      return
    case 'reset':
      if (hasSucceeded) readReset(call, operands, lines, add)
      return
    case 'clean':
      if (hasSucceeded) readClean(call, operands, lines, add)
      return
    case 'restore':
      if (hasSucceeded && !args.includes('--staged') && !args.includes('-S')) readRestore(call, operands, add)
      return
    case 'switch':
    case 'checkout':
      if (hasSucceeded) readCheckout(call, operands, lines, add)
      return
    case 'diff':
      if (
        !isFiltered &&
        call.isFirst &&
        call.isLast &&
        operands.every(word => word === 'HEAD') &&
        args.some(arg => /^--(?:stat|name-only|name-status)/.test(arg))
      )
        addChanged(lines, args, add)
      return
    default:
  }
}

/** `main`, `(HEAD detached at 1a2b3c4)`, `(no branch, rebasing fix)`: as a list of branches names the current one. */
function addCurrent(current: string, add: AddStatement): void {
  const words = /^\((.{1,200}?)\)/.exec(current)?.[1]
  const rebased = /^no branch, rebasing (\S{1,200})$/.exec(words ?? '')?.[1]
  if (rebased === undefined) add('branch', words ?? (current.split(' ', 1)[0] as string))
  else {
    add('branch', rebased, 'changed')
    add('under way', 'rebase')
  }
}

function addStatus(lines: readonly string[], args: readonly string[], add: AddStatement): void {
  const isShort = args.some(arg => /^(?:-[a-z]{0,3}s[a-z]{0,3}|--short|--porcelain(?:=\S{1,4})?)$/.test(arg))
  const status = readStatus(lines, isShort)
  if (status === undefined) return
  const { branch, tracking, uncommitted, staged = [], untracked, conflicts, underWay, rebased } = status
  if (branch !== undefined) add('branch', branch)
  if (rebased !== undefined) add('branch', rebased, 'changed')
  if (tracking !== undefined) add('pushed', tracking)
  if (uncommitted !== undefined) add('uncommitted', uncommitted.join('\n'))
  if (staged.length > 0) add('uncommitted', staged.join('\n'), 'staged')
  if (untracked !== undefined) add('untracked', untracked.join('\n'))
  if (underWay !== undefined) add('under way', withConflicts(underWay, conflicts))
  else if (conflicts.length > 0 || isShort) add('under way', withConflicts('', conflicts), 'changed')
  else if (uncommitted !== undefined) add('under way', '')
}

/** What prints one name and nothing else, where its line differs from those of other commands. */
function addName({ isFirst, isLast }: GitCall, lines: readonly string[], add: AddStatement): void {
  const printed = lines.filter(line => line.trim() !== '')
  const name = (isFirst ? printed[0] : isLast ? printed.at(-1) : undefined)?.trim()
  if (name !== undefined && /^[\w./@#+-]{1,200}$/.test(name))
    add('branch', name === 'HEAD' ? 'detached HEAD' : name)
}

/** `main..HEAD` and `@{u}..` too list the commit that the repository is at first. */
function isPlainLogOption(arg: string): boolean {
  return /^(?:[^\s.^-](?:[^\s^]{0,200}[^\s.^])?\.\.(?:HEAD|@)?|-\d{1,6}|-n|\d{1,6}|-n\d{1,6}|--max-count=\d{1,6}|--oneline|--decorate(?:=\w{1,10})?|--stat|--no-decorate|--no-color|--color=never|--name-only|--name-status|--shortstat|HEAD)$/.test(
    arg,
  )
}

const limit = /(?:^| )-(?:n ?|-max-count=)?(\d{1,4})(?: |$)/

/** `git status && git log --oneline -5`: the last five lines, where each of them is an entry. */
function lastEntries(lines: readonly string[], args: readonly string[]): readonly string[] {
  const count = Number(limit.exec(args.join(' '))?.[1] ?? 0)
  const entries = count === 0 ? [] : lines.filter(line => line.trim() !== '').slice(-count)
  return entries.length === count && entries.every(line => shortEntry.test(line)) ? entries : []
}

const shortEntry = /^([0-9a-f]{7,40}) (?:\(([^)]{1,400})\) )?(\S.{0,300})$/
const longEntry = /^commit ([0-9a-f]{40})(?: \(([^)]{1,400})\))?$/

/** The first entry of a log is the commit that the repository is at. */
function addHead(lines: readonly string[], add: AddStatement): void {
  const at = lines.findIndex(line => line.trim() !== '')
  const line = lines[at] ?? ''
  const long = longEntry.exec(line)
  const found = long ?? shortEntry.exec(line)
  if (found === null) return
  const [, hash = '', names = ''] = found
  const subject =
    long === null
      ? found[3]
      : lines
          .slice(at + 1, at + 8)
          .find(each => each.startsWith('    '))
          ?.trim()
  add('last commit', `${hash.slice(0, long === null ? hash.length : 10)} ${subject ?? ''}`.trimEnd())
  const branch = /HEAD -> ([^,]{1,200})/.exec(names)?.[1]
  if (branch === undefined) return
  add('branch', branch)
  if (names.split(', ').includes(`origin/${branch}`))
    add('pushed', `${pushWords.yes}origin/${branch} is at ${hash.slice(0, 10)}`)
}

/** Options of a commit that take the next word. */
const withValue =
  /^-[a-zA-Z]{0,4}[mFCct]$|^--(?:message|file|author|date|reuse-message|reedit-message|template|trailer|fixup|squash|cleanup|pathspec-from-file)$/

/** `git commit -m x a.ts` leaves other files uncommitted. */
function addCommitted(args: readonly string[], add: AddStatement): void {
  const paths = args.filter((arg, at) => !arg.startsWith('-') && !withValue.test(args[at - 1] ?? ''))
  if (paths.length > 0) add('uncommitted', paths.includes('.') ? '*' : paths.join('\n'), 'staged')
}

function readSwitches(calls: readonly GitCall[], lines: readonly string[], add: AddStatement): void {
  const isReset = calls.some(({ verb }) => verb === 'reset' || verb === 'stash')
  for (const line of lines) {
    const kept = /^(?:Already on|Reset branch) '([^']{1,200})'/.exec(line)?.[1]
    if (kept !== undefined) add('branch', kept)
    const branch =
      /^Switched to (?:a new |and reset )?branch '([^']{1,200})'/.exec(line)?.[1] ??
      /^✓ .{0,200}\bswitched to branch ([\w./@#+-]{1,200})$/.exec(line)?.[1]
    if (branch !== undefined) add('branch', branch, 'switched')
    const head = /^HEAD is now at ([0-9a-f]{7,40})(.{0,300})$/.exec(line)
    if (head === null) continue
    // A branch that is reset stays checked out; a commit that is checked out is on none.
    if (!isReset) add('branch', `HEAD detached at ${head[1]}`, 'switched')
    add('last commit', `${head[1]}${head[2]}`.trimEnd())
    if (calls.some(({ verb, args }) => verb === 'reset' && args.includes('--hard')))
      add('uncommitted', '*', 'restored')
    add('uncommitted', isReset ? '' : captured(lines, /^[MADRT]\t(\S.*)$/).join('\n'))
  }
}

function addChanged(lines: readonly string[], args: readonly string[], add: AddStatement): void {
  const isStat = args.some(arg => arg.startsWith('--stat'))
  const files = lines.flatMap(line => {
    const found = isStat
      ? /^ ?(\S.{0,300}?) {1,200}\| {1,10}(?:\d|Bin)/.exec(line)
      : /^(?:[MADRCTU]\d{0,3}\t)?([^\s:|]{1,300})$/.exec(line)
    return found?.[1] === undefined || found[1].startsWith('...') ? [] : [found[1]]
  })
  if (files.length > 0) add('uncommitted', files.join('\n'), 'changed')
}
