/** What `git status` says, long or short. */
import { captured } from './captured.ts'
import { pushWords } from './push-words.ts'

interface GitStatus {
  readonly branch: string | undefined
  /** `yes: …` where the remote has what is committed, `no: …` where it has not; `tracks …` where its upstream has another name. */
  readonly tracking: string | undefined
  /** Absent where the output does not say it. */
  readonly uncommitted?: readonly string[]
  /** Uncommitted files that the next commit contains completely. */
  readonly staged?: readonly string[]
  readonly untracked?: readonly string[]
  readonly conflicts: readonly string[]
  /** A merge, rebase, cherry-pick, revert or `git am`; absent where there is none or the short form does not say it. */
  readonly underWay?: string | undefined
  /** The branch that is being rebased. */
  readonly rebased?: string | undefined
}

const { yes, no, upToDate, behind, ahead, diverged, tracks } = pushWords
const maxFiles = 200

/** `undefined` where it is no status. `isShort`: the form that was asked for. */
export function readStatus(lines: readonly string[], isShort: boolean): GitStatus | undefined {
  return isShort ? readShort(lines) : readLong(lines)
}

/** Some hosts write eight blanks for the tab. */
const entry =
  /^(?:\t| {8})(?:((?:both |added by |deleted by )?(?:modified|deleted|added|new file|renamed|copied|typechange|us|them)):\s{1,12})?(\S.*)$/
const heading =
  /^(Changes to be committed|Changes not staged for commit|Untracked files|Unmerged paths|Ignored files):$/

function readLong(lines: readonly string[]): GitStatus | undefined {
  let branch: string | undefined
  let tracking: string | undefined
  let underWay: string | undefined
  let rebased: string | undefined
  let section = ''
  let isWhole = false
  const uncommitted = new Set<string>()
  const unstaged = new Set<string>()
  const untracked = new Set<string>()
  const conflicts = new Set<string>()
  for (const line of lines) {
    const found = line.startsWith('\t') || line.startsWith('        ') ? entry.exec(line) : null
    if (found !== null) {
      const [, state, path = ''] = found
      if (section === 'Untracked files') untracked.add(path)
      else if (section === 'Unmerged paths') conflicts.add(path)
      else if (state !== undefined) {
        uncommitted.add(newName(path))
        if (section !== 'Changes to be committed') unstaged.add(newName(path))
      }
      continue
    }
    section = heading.exec(line)?.[1] ?? (line === '' || line.startsWith('  (') ? section : '')
    branch = /^On branch (\S{1,200})$/.exec(line)?.[1] ?? (line.startsWith('HEAD detached ') ? line : branch)
    tracking = trackingIn(line, branch) ?? tracking
    underWay = underWayIn(line) ?? underWay
    rebased = rebasedBranch.exec(line)?.[1] ?? rebased
    isWhole ||= /^(?:nothing to commit|nothing added to commit|no changes added to commit)/.test(line)
  }
  const hasFiles = uncommitted.size + untracked.size + conflicts.size > 0
  if (branch === undefined && underWay === undefined && !hasFiles && !isWhole) return undefined
  return {
    ...(hasFiles || isWhole ? listed(uncommitted, unstaged, untracked) : {}),
    conflicts: firstOf(conflicts),
    underWay: underWay === 'rebase' ? `rebase${rebaseStep(lines)}` : underWay,
    branch,
    tracking,
    rebased,
  }
}

type Files = ReadonlySet<string>

function listed(
  uncommitted: Files,
  unstaged: Files,
  untracked: Files,
): Pick<GitStatus, 'uncommitted' | 'staged' | 'untracked'> {
  const staged = uncommitted.difference(unstaged)
  return { uncommitted: firstOf(uncommitted), staged: firstOf(staged), untracked: firstOf(untracked) }
}

const rebasedBranch =
  /^You are currently (?:(?:editing|splitting) a commit while )?rebasing branch '([^']{1,200})'/

/** ` 2/3 stopped at 1a2b3c4`, as far as a status lists what is done and what remains. */
function rebaseStep(lines: readonly string[]): string {
  const start = lines.findIndex(line => /^Last commands? done \(/.test(line))
  if (start < 0) return ''
  const end = lines.findIndex(
    (line, at) => at > start && /^(?:Next commands? to do \(|No commands remaining)/.test(line),
  )
  const countAt = (at: number): number => Number(/\((\d{1,6}) /.exec(lines[at] ?? '')?.[1] ?? 0)
  const done = countAt(start)
  const commands = lines.slice(start + 1, Math.max(start, end))
  const hash = captured(commands, /^ {3}[a-z]{1,12} (?:-[cC] )?([0-9a-f]{7,40})\b/).at(-1)
  return `${end < 0 ? '' : ` ${done}/${done + countAt(end)}`}${hash === undefined ? '' : ` stopped at ${hash}`}`
}

function newName(path: string): string {
  const arrow = path.indexOf(' -> ')
  return arrow < 0 ? path : path.slice(arrow + 4)
}

/** If there are too many, the first ones, and how many more there are: `… 30 more`. */
function firstOf(files: Files): readonly string[] {
  if (files.size <= maxFiles) return [...files]
  return [...[...files].slice(0, maxFiles), `… ${files.size - maxFiles} more`]
}

/** `branch`: the one that it is said of, where it is known. */
export function trackingIn(line: string, branch: string | undefined): string | undefined {
  const set = /^[Bb]ranch '[^']{1,200}' set up to track (?:remote branch )?'([^']{1,200})'/.exec(line)?.[1]
  if (set !== undefined) return isUpstreamOf(set, branch) || set === branch ? undefined : `${tracks}${set}`
  if (!line.startsWith('Your branch ')) return undefined
  const remote = /'([^']{1,200})'/.exec(line)?.[1] ?? 'its remote'
  const count = /\bby (\d{1,7}) commits?/.exec(line)?.[1]
  const isOwn = isUpstreamOf(remote, branch)
  if (line.includes('up to date')) return isOwn ? `${yes}${upToDate}${remote}` : `${tracks}${remote}`
  if (line.includes(' ahead '))
    return isOwn ? `${no}${count} ${ahead} of ${remote}` : `${tracks}${remote}, ${ahead} ${count}`
  if (line.includes(' behind '))
    return isOwn ? `${yes}${behind}${remote} by ${count}` : `${tracks}${remote}, behind ${count}`
  if (!line.includes('diverged')) return undefined
  return isOwn ? `${no}${diverged} from ${remote}` : `${tracks}${remote}, ${diverged}`
}

/** `origin/fix` of `fix`: what is up to date with a branch of another name is not pushed. */
function isUpstreamOf(remote: string, branch: string | undefined): boolean {
  const slash = remote.indexOf('/')
  return branch === undefined || remote === 'its remote' || (slash > 0 && remote.slice(slash + 1) === branch)
}

function underWayIn(line: string): string | undefined {
  if (/^(?:You have unmerged paths|All conflicts fixed but you are still merging)/.test(line)) return 'merge'
  if (
    /^(?:interactive )?rebase in progress|^You are currently (?:(?:editing|splitting) a commit while )?rebasing/.test(
      line,
    )
  )
    return 'rebase'
  if (line.startsWith('You are in the middle of an am session')) return 'am'
  const [, doing, hash] =
    /^You are currently (cherry-picking|reverting)(?: commit ([0-9a-f]{7,40}))?/.exec(line) ?? []
  const started = /^(Cherry-pick|Revert) currently in progress/.exec(line)?.[1]?.toLowerCase()
  const what = doing === undefined ? started : doing === 'reverting' ? 'revert' : 'cherry-pick'
  return hash === undefined ? what : `${what} stopped at ${hash}`
}

/** `ahead 1, behind 2`, `behind 2`, `gone`: what a short status has in brackets. */
function shortTracking(counts: string, remote: string, branch: string | undefined): string | undefined {
  if (!isUpstreamOf(remote, branch))
    return counts === 'gone' ? undefined : `${tracks}${remote}${counts === '' ? '' : `, ${counts}`}`
  if (counts === '') return `${yes}${upToDate}${remote}`
  if (counts.includes('ahead')) return `${no}${counts} of ${remote}`
  const missing = /^behind (\d{1,7})$/.exec(counts)?.[1]
  return missing === undefined ? undefined : `${yes}${behind}${remote} by ${missing}`
}

const shortEntry = /^([ MTADRCU?!][ MTADRCU?!]) (\S.*)$/
const inConflict = /^(?:DD|AU|UD|UA|DU|AA|UU)$/

function readShort(lines: readonly string[]): GitStatus | undefined {
  const uncommitted = new Set<string>()
  const unstaged = new Set<string>()
  const untracked = new Set<string>()
  const conflicts = new Set<string>()
  let branch: string | undefined
  let tracking: string | undefined
  let others = 0
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('## ')) {
      const [, name, remote, counts = ''] =
        /^## (?:No commits yet on )?(\S{1,200}?)(?:\.{3}(\S{1,200}))?(?: \[([^\]]{1,60})\])?$/.exec(line) ??
        []
      branch = line === '## HEAD (no branch)' ? 'detached HEAD' : name
      if (remote !== undefined) tracking = shortTracking(counts, remote, branch)
      continue
    }
    // Hosts trim what is printed, and with it the first blank of ` M file`.
    const found = shortEntry.exec(line) ?? (at === 0 ? shortEntry.exec(` ${line}`) : null)
    const [, state = '', path = ''] = found ?? []
    if (state.trim() === '') others += Number(line.trim() !== '')
    else if (inConflict.test(state)) conflicts.add(path)
    else if (state === '??') untracked.add(path)
    else if (state !== '!!') {
      uncommitted.add(newName(path))
      if (!state.endsWith(' ')) unstaged.add(newName(path))
    }
  }
  const entries = uncommitted.size + untracked.size + conflicts.size
  // Lines of other commands are mixed in: how much of it is there is unknown.
  if (entries === 0 && others > 0) return undefined
  return { ...listed(uncommitted, unstaged, untracked), conflicts: firstOf(conflicts), branch, tracking }
}

/** How many files a `git status` lists: `3 changed, 1 untracked`; empty where it lists none, and of several repositories. */
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
