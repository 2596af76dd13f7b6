/** Output of git about a repository: commits, states of files, branches, authors of lines. Changes themselves are a diff. */
import { statusCount, statusHead } from '../../scan/actions/git-status.ts'
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import { counted } from '../pieces/counted.ts'
import { leastIn } from '../pieces/least-in.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { type Part, piecesOf } from '../pieces/parts.ts'
import { severityOf } from '../pieces/severity.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import { hintsEnd, withoutHint } from './git/hints.ts'
import { isCommitLine, isStatLine, logParts } from './git/log-parts.ts'

export const git: Content = { name: 'git', fits, pieces }

const verbs =
  /^git (?:log|reflog|show|status|branch|blame|annotate|worktree|merge|pull|push|fetch|commit|rebase|cherry-pick|stash|shortlog|tag|diff|checkout|switch|restore|reset|clone|remote)$/

function fits({ ownLines: lines, programs }: SourcedText): boolean {
  const isGit = programs.some(({ name }) => verbs.test(name))
  if (lines.length === 0 || (!isGit && (lines.length < 2 || !isTypical(lines)))) return false
  if (isGit && lines.length <= 12) return lines.some(isGitLine)
  return holdsForMost(lines, lines.length * (isGit ? 0.4 : 0.7), isGitLine)
}

/** Lines that only git prints. */
function isTypical(lines: readonly string[]): boolean {
  return (
    lines.some(line =>
      /^(?:commit [0-9a-f]{40}\b|On branch \S|HEAD detached at |## \S+\.\.\.\S)/.test(line),
    ) ||
    holdsForMost(lines, lines.length * 0.7, isBlameLine) ||
    holdsForMost(lines, lines.length * 0.7, isStatLine)
  )
}

const phrases =
  /^(?:On branch |Your branch |HEAD detached|nothing to commit|no changes added|Fast-forward|Updating [0-9a-f]{7}|Merge made by|Already up|From \S|To \S|remote: |hint: |Switched to |branch '|worktree |HEAD [0-9a-f]{40}|branch refs\/|detached$|\[[\w/.-]{1,80} (?:\(root-commit\) )?[0-9a-f]{7,40}\]| (?:create|delete) mode | rename | \* \[| {3}[0-9a-f]{7,40}\.\.| \* branch |Author: |Date: |Merge: |AuthorDate: | {4}\S|[*+ ] \S+(?: +[0-9a-f]{7,40} .*)?$)/

function isGitLine(line: string): boolean {
  return (
    isCommitLine(line) || isStatLine(line) || isStatusLine(line) || phrases.test(line) || isBlameLine(line)
  )
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  const commits = lines.filter(isCommitLine).length
  const parts: Part[] = []
  const isLog = commits > 1 && lines.slice(0, 50).filter(isBlameLine).length * 2 < Math.min(50, commits)
  const least = leastIn(text)
  if (isLog) parts.push({ first: 0, end: 0, value: 'key', statement: `${least}${commits} commits` })
  if (isLog) for (const part of logParts(lines, parts.length)) parts.push(withStat(part, lines))
  else for (let at = 0; at < lines.length; ) at = writeAt(parts, lines, at)
  return piecesOf(text, lines, isLog ? parts : withFileCount(parts, lines))
}

/** `On branch main (3 changed, 1 untracked)`: with only its branch, a working tree would look clean. */
function withFileCount(parts: readonly Part[], lines: readonly string[]): readonly Part[] {
  const head = parts.findIndex(({ first }) => statusHead.test(lines[first] ?? ''))
  const line = lines[parts[head]?.first ?? -1]
  const count = line === undefined ? '' : statusCount(lines, line.startsWith('## '))
  if (count === '') return parts
  return parts.map((part, at) => {
    if (at === head) return { ...part, statement: `${line} (${count})` }
    return at > head && lines[part.first]?.startsWith('Your branch ') === true
      ? { ...part, under: head }
      : part
  })
}

function writeAt(parts: Part[], lines: readonly string[], at: number): number {
  const line = lines[at] ?? ''
  if (isSection(line)) return longSection(parts, lines, at)
  if (isShortEntry(line) && !isStatLine(line) && !/^ {1}[A-Z] {2,}/.test(line))
    return shortEntries(parts, lines, at)
  if (isBlameLine(line)) return blameRun(parts, lines, at)
  if (/^commit [0-9a-f]{7,40}\b/.test(line)) {
    let end = at + 1
    while (end < lines.length && !isSection(lines[end] ?? '')) end += 1
    for (const part of logParts(lines.slice(at, end), parts.length))
      parts.push(withStat({ ...part, first: part.first + at, end: part.end + at }, lines))
    return end
  }
  const isOfWorktree = /^(?:HEAD|branch|detached|bare|locked|prunable)(?!\w)/.test(line)
  const under = isOfWorktree ? lastWorktree(parts, lines) : undefined
  const end = hintsEnd(lines, at + 1)
  const said = withoutHint(line)
  const statement = end > at + 1 || said !== line ? said : undefined
  parts.push(withStat({ first: at, end, value: lineValue(line), under, statement }, lines))
  return end
}

/** `worktree /path` with the commit and the branch below it. */
function lastWorktree(parts: readonly Part[], lines: readonly string[]): number | undefined {
  const found = parts.findLastIndex(({ first }) => lines[first]?.startsWith('worktree ') === true)
  return found >= parts.length - 4 && found >= 0 ? found : undefined
}

/** ` src/a.ts   | 12 +++++++--` without its padding and its bars. */
const stat = /^ (.{1,300}?) {1,200}\| {1,20}(\d{1,9})(?: ([+-]{1,200}))?$/

function withStat(part: Part, lines: readonly string[]): Part {
  if (part.statement !== undefined || part.end - part.first !== 1) return part
  const found = stat.exec(lines[part.first] ?? '')
  if (found === null) return part
  const [, path = '', count = '', bars = ''] = found
  const sign = bars === '' ? '' : !bars.includes('-') ? '+' : !bars.includes('+') ? '−' : '±'
  return { ...part, statement: `${path} ${sign}${count}` }
}

const informative =
  /^(?:On branch |HEAD detached|## |Your branch |nothing to commit|no changes added|\* |Merge made|Fast-forward|Already up|CONFLICT|Automatic merge|You have unmerged|All conflicts fixed|You are currently |Switched to|\[[\w/.-]{1,80} (?:\(root-commit\) )?[0-9a-f]{7,40}\]| ! \[)/

function lineValue(line: string): PieceValue {
  if (line.trim() === '' || /^(?:hint: | {2}\(|remote: *$|HEAD [0-9a-f]{40}$)/.test(line)) return 'noise'
  if (informative.test(line) || / \d+ files? changed/.test(line.slice(0, 40))) return 'key'
  if (/^(?:worktree |From |To |Updating | (?:rename|delete mode) )/.test(line)) return 'useful'
  if (isStatLine(line) || /^ create mode /.test(line)) return 'plain'
  return frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key')
}

/** `^3f2a9c1b src/a.ts (Anna Lee 2026-03-01 10:00:00 +0100  12) code` */
const blame =
  /^(\^?[0-9a-f]{7,40}) (?:[^\s(]{1,200} {1,40})?\((.{1,80}?) {1,60}(\d{4}-\d\d-\d\d)(?: \d\d:\d\d:\d\d [+-]\d{4})? {1,12}(\d{1,7})\) ?/

/** `git blame`: consecutive lines of one commit are grouped below it. */
function isBlameLine(line: string): boolean {
  return blame.test(line.slice(0, 400))
}

/** Returns the index after the lines of the same commit. */
function blameRun(parts: Part[], lines: readonly string[], first: number): number {
  const [, hash = '', author = '', date = '', number = ''] = blame.exec(lines[first] ?? '') ?? []
  let end = first + 1
  while (end < lines.length && lines[end]?.startsWith(`${hash} `) === true && isBlameLine(lines[end] ?? ''))
    end += 1
  const head = parts.length
  const count = end - first
  parts.push({
    first,
    end: first,
    value: 'useful',
    statement: `${hash} (${author.trim()}, ${date}): ${counted(count, 'line')} from ${number}`,
  })
  for (let at = first; at < end; at += 1) {
    const line = lines[at] ?? ''
    const found = blame.exec(line)
    const code = line.slice(found?.[0].length ?? 0)
    parts.push({
      first: at,
      end: at + 1,
      value: code.trim() === '' ? 'noise' : 'plain',
      under: head,
      statement: `${found?.[4] ?? ''} ${code}`.trimEnd(),
    })
  }
  return end
}

const section =
  /^(?:Changes to be committed|Changes not staged for commit|Changed but not updated|Untracked files|Ignored files|Unmerged paths):$/
/** `\tmodified:   src/a.ts`, `\tboth modified:   src/a.ts`, `\tsrc/new.ts` below untracked files. Some hosts write eight blanks for the tab. */
const longEntry =
  /^(?:\t| {8})(?:((?:both|added by|deleted by)? ?(?:modified|deleted|added|new file|renamed|copied|typechange|us|them)):\s{1,12})?(\S.*)$/
/** ` M src/a.ts`, `?? src/`, `R  a -> b` */
const shortEntry = /^([ MTADRCU?!]{2}) (\S.*)$/

/** `git status`, long and short: how many files are in which state, then which. */
function isStatusLine(line: string): boolean {
  return (
    section.test(line) ||
    longEntry.test(line) ||
    isShortEntry(line) ||
    /^(?:On branch |HEAD detached |## )/.test(line)
  )
}

function isShortEntry(line: string): boolean {
  return shortEntry.test(line) && !line.startsWith('   ')
}

/** The part of a section, and all entries below it; returns the index after them. */
function longSection(parts: Part[], lines: readonly string[], first: number): number {
  let end = first + 1
  const states: string[] = []
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const found = longEntry.exec(line)
    if (found === null) {
      if (/^ {2}\(/.test(line) || (line === '' && longEntry.test(lines[end + 1] ?? ''))) continue
      break
    }
    states.push(found[1] ?? 'untracked')
  }
  let at = first + 1
  while (at < end && !longEntry.test(lines[at] ?? '')) at += 1
  if (at === end) {
    parts.push({ first, end, value: 'noise' })
    return end
  }
  const head = parts.length
  const kinds = [...countsOf(states)].map(([state, count]) => `${count} ${state}`).join(', ')
  const next = folderRun(parts, lines, { at, end, value: entryValue(lines[at] ?? ''), under: undefined })
  const entries = parts.pop()
  // The heading says little without an entry.
  parts.push({
    first,
    end: next,
    value: entries?.value === 'key' ? 'key' : 'useful',
    statement: `${lines[first]} ${states.length} (${kinds})\n${entries?.statement ?? lines[at]}`,
  })
  for (at = next; at < end; )
    at = folderRun(parts, lines, { at, end, value: entryValue(lines[at] ?? ''), under: head })
  return end
}

function isSection(line: string): boolean {
  return section.test(line)
}

function entryValue(line: string): PieceValue {
  const state = longEntry.exec(line)
  if (state === null) return 'noise'
  return /both|by us|by them|deleted/.test(state[1] ?? '') ? 'key' : 'plain'
}

const names: Readonly<Record<string, string>> = {
  M: 'modified',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type changed',
  U: 'unmerged',
  '?': 'untracked',
  '!': 'ignored',
}

const maxNames = 8

/** Entries of the short form that follow each other; returns the index after them. */
function shortEntries(parts: Part[], lines: readonly string[], first: number): number {
  let end = first
  const codes: string[] = []
  for (; end < lines.length; end += 1) {
    const code = shortEntry.exec(lines[end] ?? '')?.[1]
    if (code === undefined) break
    codes.push(code)
  }
  const head = parts.length
  const kinds = [...countsOf(codes)].map(([code, count]) => `${count} ${stateOf(code)}`).join(', ')
  if (end - first > 1)
    parts.push({ first, end: first, value: 'key', statement: `${end - first} entries: ${kinds}` })
  for (let at = first; at < end; ) {
    const value = /^(?:U.|.U|AA|DD)/.test(lines[at] ?? '') ? 'key' : 'plain'
    at = folderRun(parts, lines, { at, end, value, under: end - first > 1 ? head : undefined })
  }
  return end
}

interface Run {
  readonly at: number
  readonly end: number
  readonly value: PieceValue
  readonly under: number | undefined
}

/** Entries of one state in one folder, as one statement; returns the index after them. */
function folderRun(parts: Part[], lines: readonly string[], { at, end, value, under }: Run): number {
  const line = lines[at] ?? ''
  const folder = line.slice(0, line.lastIndexOf('/') + 1)
  let last = at + 1
  while (
    folder !== '' &&
    value === 'plain' &&
    last < end &&
    last - at < maxNames &&
    lines[last]?.startsWith(folder) === true &&
    lines[last]?.lastIndexOf('/') === folder.length - 1
  )
    last += 1
  const names = lines.slice(at, last).map(each => each.slice(folder.length))
  const statement = names.length > 1 ? `${folder.trimStart()}: ${names.join('  ')}` : undefined
  parts.push({ first: at, end: last, value, statement, under })
  return last
}

/** ` M` is modified, `M ` modified and staged. */
function stateOf(code: string): string {
  const [staged = ' ', here = ' '] = code
  if (code === '??' || code === '!!') return names[staged] ?? code
  if (staged === 'U' || here === 'U' || code === 'AA' || code === 'DD') return `unmerged (${code})`
  const said = [
    staged === ' ' ? '' : `${names[staged]} and staged`,
    here === ' ' ? '' : (names[here] ?? code),
  ]
  return said.filter(text => text !== '').join(', then ')
}
