/** What git and the command lines of its hosts say of a repository, read from what they printed. */
import { linesOf } from '../lines.ts'
import { readStatus, trackingIn } from './git-status.ts'
import { isAbsolute, joinPath } from './shell/join-path.ts'
import type { ShellCommand } from './shell/shell-commands.ts'

/** What a repository is in; `staged`, `changed` and `restored` refer to files that are not committed. */
export type GitTopic =
  | 'branch'
  | 'last commit'
  | 'pushed'
  | 'under way'
  | 'uncommitted'
  | 'untracked'
  | 'pull request'

export interface GitStatement {
  readonly about: GitTopic
  /**
   * `shown`: so it is. `committed`: this commit was made. Of the last commit, `changed`: it has another hash now. Of files that are not committed, `staged`: these go into the next
   * commit, `changed`: these too, `restored`: these no longer.
   */
  readonly kind: 'shown' | 'committed' | 'staged' | 'changed' | 'restored'
  /** Files one a line; `*` for all of them; empty where there is nothing. */
  readonly text: string
  /** Where the command ran, where it says so with a whole path. */
  readonly directory?: string
}

/** A git command: what it does and with what. */
interface GitCall {
  readonly verb: string
  readonly args: readonly string[]
  /** What it printed goes through a program that may leave lines out. */
  readonly isFiltered: boolean
  /** Only the beginning or the end of it is shown. */
  readonly isShortened: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly directory: string | undefined
}

const maxLength = 40_000
const globalWithValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])
/** Repositories that are made to try something. */
const scratch = /^(?:\/private)?\/(?:tmp|var\/folders|dev\/shm)(?:\/|$)/

export function isScratch(path: string): boolean {
  return scratch.test(path)
}

/** `commands`: of one call, in order. `hasSucceeded`: where nothing was printed, its words say what was done. */
export function gitStatements(
  commands: readonly ShellCommand[],
  output: string,
  hasSucceeded: boolean,
): readonly GitStatement[] {
  const calls = gitCalls(commands)
  if (calls.length === 0) return []
  const lines = linesOf(output.slice(0, maxLength)).map(({ text }) => text)
  const has = (...verbs: readonly string[]): boolean => calls.some(({ verb }) => verbs.includes(verb))
  const found: GitStatement[] = []
  const directory = calls.at(-1)?.directory
  const place = directory === undefined || !isAbsolute(directory) ? {} : { directory }
  const add = (about: GitTopic, text: string, kind: GitStatement['kind'] = 'shown'): void => {
    found.push({ about, kind, text, ...place })
  }
  for (const call of calls) readCall(call, lines, hasSucceeded, add)
  if (has('commit', 'merge', 'cherry-pick', 'revert', 'rebase', 'pull', 'am')) readCommits(lines, add)
  if (has('merge', 'rebase', 'cherry-pick', 'revert', 'pull', 'stash', 'am', 'checkout', 'switch', 'commit'))
    readConflicts(calls, lines, hasSucceeded, add)
  if (has('checkout', 'switch', 'reset', 'pr checkout', 'pr merge', 'stash', 'branch'))
    readSwitches(lines, add)
  if (has('push')) readPush(lines, calls, hasSucceeded, add)
  if (has('pr create', 'pr view', 'pr merge', 'pr checkout', 'pr edit', 'pr close', 'mr create'))
    readPullRequest(calls, output, add)
  if (has('pr merge')) readFastForward(lines, add)
  return found
}

type Add = (about: GitTopic, text: string, kind?: GitStatement['kind']) => void

function gitCalls(commands: readonly ShellCommand[]): readonly GitCall[] {
  const calls: GitCall[] = []
  for (const [index, { words, directory }] of commands.entries()) {
    const name = words[0]?.text
    if (name !== 'git' && name !== 'gh' && name !== 'glab') continue
    const rest = words.slice(1).map(({ text }) => text)
    if (name === 'git' && rest.includes('init')) return []
    let at = 0
    let place = directory
    while (rest[at]?.startsWith('-')) {
      if (rest[at] === '-C') place = joinPath(directory, rest[at + 1] ?? '')
      at += globalWithValue.has(rest[at] as string) ? 2 : 1
    }
    const isDynamic = words.some(
      ({ text, isDynamic: dynamic }, word) => dynamic && words[word - 1]?.text === '-C' && text !== '',
    )
    if (isDynamic || (place !== undefined && isScratch(place))) continue
    const verb = name === 'git' ? (rest[at] ?? '') : rest.slice(at, at + 2).join(' ')
    const next = commands[index + 1]
    calls.push({
      verb,
      args: rest.slice(at + (name === 'git' ? 1 : 2)),
      isFiltered: next?.joint === '|' && !/^(?:cat|head|tail|tee)$/.test(next.words[0]?.text ?? ''),
      isShortened: next?.joint === '|' && /^(?:head|tail)$/.test(next.words[0]?.text ?? ''),
      isFirst: commands
        .slice(0, index)
        .every(({ words: before }) => /^(?:cd|export|set|echo)$/.test(before[0]?.text ?? '')),
      directory: place,
      isLast: index === commands.length - 1 || (next?.joint === '|' && index === commands.length - 2),
    })
  }
  return calls
}

function readCall(call: GitCall, lines: readonly string[], hasSucceeded: boolean, add: Add): void {
  const { verb, args, isFiltered } = call
  const operands = args.filter(arg => !arg.startsWith('-'))
  switch (verb) {
    case 'status':
      if (!isFiltered && operands.length === 0) addStatus(lines, args, add)
      return
    case 'stash':
      // `git stash && npm test; git stash pop` prints both.
      if (args[0] === 'pop' || args[0] === 'apply') addStatus(lines, [], add)
      else if (lines.some(line => line.startsWith('Saved working directory'))) add('uncommitted', '')
      return
    case 'branch':
      if (args.includes('--show-current')) addName(call, lines, add)
      else if (args.every(arg => /^-(?:[avr]{1,3}|-all|-list|-no-color)$/.test(arg))) {
        const current = lines.find(line => line.startsWith('* '))?.slice(2)
        if (current !== undefined)
          add(
            'branch',
            /^\((?:HEAD )?(.{1,200})\)/.exec(current)?.[1] ?? (current.split(' ', 1)[0] as string),
          )
      }
      return
    case 'rev-parse':
      if (args.includes('--abbrev-ref') && operands[0] === 'HEAD') addName(call, lines, add)
      return
    case 'log':
      if (call.isFirst && !isFiltered && args.every(isPlainLogOption)) addHead(lines, add)
      return
    case 'add':
      if (hasSucceeded)
        add(
          'uncommitted',
          /^(?:-A|--all|-u|--update|\.)$/m.test(args.join('\n')) ? '*' : operands.join('\n'),
          'staged',
        )
      return
    case 'commit':
      if (args.some(arg => /^-[b-z]{0,4}a[b-z]{0,4}$|^--all$/.test(arg))) add('uncommitted', '*', 'staged')
      if (lines.some(line => /^(?:nothing to commit|On branch .{1,200} nothing to commit)/.test(line)))
        add('uncommitted', '')
      else if (hasSucceeded && isSilentCommit(call, lines)) add('uncommitted', '', 'committed')
      return
    case 'restore':
      if (hasSucceeded && !args.includes('--staged') && !args.includes('-S'))
        add('uncommitted', operands.includes('.') ? '*' : operands.join('\n'), 'restored')
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

/** Files that are taken back, or a branch: what git says of it may have gone where nobody saw it. */
function readCheckout(
  { verb, args }: GitCall,
  operands: readonly string[],
  lines: readonly string[],
  add: Add,
): void {
  const dashes = args.indexOf('--')
  // `git checkout src/` reads as the name of a branch, but for what git says.
  const areFiles = args[0] === '.' || lines.some(line => /^Updated \d{1,6} paths? from the index$/.test(line))
  const files = dashes >= 0 ? args.slice(dashes + 1) : areFiles ? operands : []
  if (files.length > 0) add('uncommitted', files.includes('.') ? '*' : files.join('\n'), 'restored')
  const isNew = args.some(arg => /^-[bBcC]$|^--create$/.test(arg))
  const tracking = lines.map(trackingIn).find(found => found !== undefined)
  const [branch] = operands
  const isBranch = files.length === 0 && branch !== undefined && !args.includes('--detach')
  if (isBranch && (isNew || verb === 'switch' || tracking !== undefined)) add('branch', branch)
  if (isBranch && tracking !== undefined) add('pushed', tracking)
}

function addStatus(lines: readonly string[], args: readonly string[], add: Add): void {
  const status = readStatus(
    lines,
    args.some(arg => /^(?:-[a-z]{0,3}s[a-z]{0,3}|--short|--porcelain(?:=\S{1,4})?)$/.test(arg)),
  )
  if (status === undefined) return
  const { branch, tracking, uncommitted, staged = [], untracked, conflicts, underWay } = status
  if (branch !== undefined) add('branch', branch)
  if (tracking !== undefined) add('pushed', tracking)
  if (uncommitted !== undefined) add('uncommitted', uncommitted.join('\n'))
  if (staged.length > 0) add('uncommitted', staged.join('\n'), 'staged')
  if (untracked !== undefined) add('untracked', untracked.join('\n'))
  if (underWay !== undefined || conflicts.length > 0)
    add('under way', withConflicts(underWay ?? 'merge', conflicts))
  else if (uncommitted !== undefined) add('under way', '')
}

/** Between what is under way and the files that are in conflict. */
export const conflictsMark = ', conflicts in '

function withConflicts(what: string, conflicts: readonly string[]): string {
  return conflicts.length === 0 ? what : `${what}${conflictsMark}${[...new Set(conflicts)].join(', ')}`
}

/** What prints one name and nothing else, where its line differs from those of other commands. */
function addName({ isFirst, isLast }: GitCall, lines: readonly string[], add: Add): void {
  const printed = lines.filter(line => line.trim() !== '')
  const name = (isFirst ? printed[0] : isLast ? printed.at(-1) : undefined)?.trim()
  if (name !== undefined && /^[\w./@#+-]{1,200}$/.test(name)) add('branch', name)
}

/** `main..HEAD` and `@{u}..` too list the commit that the repository is at first. */
function isPlainLogOption(arg: string): boolean {
  return /^(?:[^\s.^-](?:[^\s^]{0,200}[^\s.^])?\.\.(?:HEAD|@)?|-\d{1,6}|-n|\d{1,6}|-n\d{1,6}|--max-count=\d{1,6}|--oneline|--decorate(?:=\w{1,10})?|--stat|--no-decorate|--no-color|--color=never|--name-only|--name-status|--shortstat|HEAD)$/.test(
    arg,
  )
}

const shortEntry = /^([0-9a-f]{7,40}) (?:\(([^)]{1,400})\) )?(\S.{0,300})$/
const longEntry = /^commit ([0-9a-f]{40})(?: \(([^)]{1,400})\))?$/

/** The first entry of a log is the commit that the repository is at. */
function addHead(lines: readonly string[], add: Add): void {
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
  if (names.includes(`origin/${branch}`)) add('pushed', `yes: origin/${branch} is at ${hash.slice(0, 10)}`)
}

const commitLine = /^\[([^\]\n]{1,200}) ([0-9a-f]{7,40})\] (\S.{0,300})$/

function readCommits(lines: readonly string[], add: Add): void {
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
function isSilentCommit({ args, isFiltered, isShortened }: GitCall, lines: readonly string[]): boolean {
  const isQuiet = isFiltered || isShortened || args.includes('-q') || args.includes('--quiet')
  return isQuiet && !lines.some(line => commitLine.test(line) || refusesCommit.test(line))
}

const refusesCommit =
  /^(?:nothing to commit|no changes added|nothing added|error: |fatal: |On branch |Aborting commit|hint: )/

const conflict =
  /^CONFLICT \([^)]{1,60}\): (?:Merge conflict in (\S.{0,300})|(\S{1,300}) (?:deleted|renamed|added) in .{0,300})$/

function readConflicts(
  calls: readonly GitCall[],
  lines: readonly string[],
  hasSucceeded: boolean,
  add: Add,
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
function readFastForward(lines: readonly string[], add: Add): void {
  const head = lines
    .map(line => /^Updating [0-9a-f]{7,40}\.\.([0-9a-f]{7,40})$/.exec(line)?.[1])
    .findLast(hash => hash !== undefined)
  if (head !== undefined && lines.includes('Fast-forward')) add('last commit', head)
}

function readSwitches(lines: readonly string[], add: Add): void {
  for (const line of lines) {
    const branch =
      /^(?:Switched to (?:a new )?branch|Already on|Switched to and reset branch|Reset branch) '([^']{1,200})'/.exec(
        line,
      )?.[1]
    const merged = /^✓ .{0,200}\bswitched to branch ([\w./@#+-]{1,200})$/.exec(line)?.[1]
    if (branch !== undefined || merged !== undefined) add('branch', branch ?? merged ?? '')
    const head = /^(?:HEAD is now at|Note: switching to) '?([0-9a-f]{7,40})'?(.{0,300})$/.exec(line)
    if (head !== null && head[2] !== '.') {
      add('last commit', `${head[1]}${head[2]}`.trimEnd())
      if (!line.startsWith('Note')) add('uncommitted', '')
    }
  }
}

const pushedLine =
  /^\s{0,4}(?:[*+-] )?(?:\[new (?:branch|tag)\]|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s{1,20}(\S{1,200})\s{1,4}-> (\S{1,200})/
const pushedTip = /^\s{0,4}(?:\+ )?[0-9a-f]{7,40}\.{2,3}([0-9a-f]{7,40})\s/
const rejectedPush = /^\s{0,4}! \[(?:remote )?rejected\]\s{1,20}(\S{1,200})\s{1,4}-> (\S{1,200})(.{0,200})$/

function readPush(
  lines: readonly string[],
  calls: readonly GitCall[],
  hasSucceeded: boolean,
  add: Add,
): void {
  const to = lines.map(line => /^To (\S{1,300})$/.exec(line)?.[1]).find(url => url !== undefined)
  const where = to === undefined ? '' : ` (${to})`
  const pushed = lines.flatMap(line => {
    const found = pushedLine.exec(line)
    return found === null ? [] : [`${found[1]} -> ${found[2]}`]
  })
  const rejected = lines.map(line => rejectedPush.exec(line)).find(found => found !== null)
  if (rejected !== undefined && rejected !== null)
    add('pushed', `no: ${rejected[1]} -> ${rejected[2]} was rejected${rejected[3]}`)
  else if (pushed.length > 0) {
    add('pushed', `yes: ${pushed.join(', ')}${where}`)
    const tip = lines.map(line => pushedTip.exec(line)?.[1]).find(hash => hash !== undefined)
    if (tip !== undefined) add('last commit', tip, 'changed')
  } else if (lines.some(line => line.startsWith('Everything up-to-date')))
    add('pushed', 'yes: everything up-to-date')
  else if (hasSucceeded) {
    const words =
      calls.findLast(({ verb }) => verb === 'push')?.args.filter(arg => !arg.startsWith('-')) ?? []
    add('pushed', `yes: git push ${words.join(' ')}`.trimEnd())
  }
}

const requestUrl = /https:\/\/[^\s"'<>]{1,200}\/(?:pull|merge_requests)\/(\d{1,9})\b/

function readPullRequest(calls: readonly GitCall[], output: string, add: Add): void {
  const call = calls.findLast(({ verb }) => /^[pm]r /.test(verb)) as GitCall
  const head = output.slice(0, 4000)
  // How many there are is said, not which.
  if (/^Warning: \d{1,6} uncommitted changes?$/m.test(head)) add('uncommitted', '', 'changed')
  // The branch is gone, and the one that it was merged into is checked out.
  const base = /^ \* branch {1,40}(\S{1,200}) {1,20}-> FETCH_HEAD$/m.exec(head)?.[1]
  if (
    call.verb === 'pr merge' &&
    base !== undefined &&
    call.args.some(arg => /^(?:-d|--delete-branch)$/.test(arg))
  )
    add('branch', base)
  const url = requestUrl.exec(call.verb === 'pr create' ? output.slice(-4000) : head)
  const done =
    /^(?:✓ |! )?(?:Squashed and merged|Merged|Rebased and merged|Closed|Reopened) pull request \S{0,100}#(\d{1,9}).{0,200}$/m.exec(
      head,
    )
  if (done !== null) add('pull request', done[0])
  else if (call.verb === 'pr create' || call.verb === 'mr create') {
    if (url !== null) add('pull request', `${url[0]} created`)
  } else {
    const number =
      /^number:\s{1,8}(\d{1,9})$/m.exec(head)?.[1] ??
      /"number": ?(\d{1,9})/.exec(head)?.[1] ??
      call.args.find(arg => /^\d{1,9}$/.test(arg)) ??
      url?.[1]
    const title =
      /^title:\s{1,8}(\S.{0,200})$/m.exec(head)?.[1] ?? /"title": ?"([^"\\]{1,200})"/.exec(head)?.[1]
    // Reviews and checks have states of their own.
    const state =
      /^state:\s{1,8}(\w{1,20})$/m.exec(head)?.[1] ?? /"state": ?"(OPEN|CLOSED|MERGED)"/.exec(head)?.[1]
    if (number !== undefined)
      add(
        'pull request',
        [
          `#${number}`,
          ...(title === undefined ? [] : [title]),
          ...(state === undefined ? [] : [`(${state})`]),
        ].join(' '),
      )
  }
}

function addChanged(lines: readonly string[], args: readonly string[], add: Add): void {
  const isStat = args.some(arg => arg.startsWith('--stat'))
  const files = lines.flatMap(line => {
    const found = isStat
      ? /^ ?(\S.{0,300}?) {1,200}\| {1,10}(?:\d|Bin)/.exec(line)
      : /^(?:[MADRCTU]\d{0,3}\t)?([^\s:|]{1,300})$/.exec(line)
    return found?.[1] === undefined || found[1].startsWith('...') ? [] : [found[1]]
  })
  if (files.length > 0) add('uncommitted', files.join('\n'), 'changed')
}
