/** The text about one row of git. */
import type { Fact, Row } from '../../../ledger/ledger.ts'
import { isAsBefore } from '../../../ledger/settle/file-rows.ts'
import { placeMark } from '../../../ledger/settle/main-repository.ts'
import { noneShown } from '../../../ledger/settle/no-commit.ts'
import { noPush } from '../../../ledger/settle/push-state.ts'
import { unnamedMark } from '../../../ledger/settle/working-tree.ts'
import { counted } from '../../../reduce/pieces/counted.ts'
import { conflictsIn, withConflicts } from '../../../scan/actions/git-statement.ts'
import { isSamePath } from '../../../scan/actions/path-resolver.ts'
import { pushWords, trackingMark } from '../../../scan/actions/push-words.ts'
import { nameFrom, titleBelowRoot } from '../facts/common-root.ts'
import { cutLine } from './cut-line.ts'
import { isChangedAfter } from './is-changed-after.ts'
import { isChangedFile } from './is-changed-file.ts'
import { scratch } from './present-rows.ts'

interface GitTextInput {
  readonly rows: readonly Row[]
  readonly root: string | undefined
  /** The number that a message is shown with. */
  readonly numberOf: (turn: number) => number
  /** The last message in which a person asked for something. */
  readonly lastRequest: number
}

const worthOf: Readonly<Record<string, number>> = {
  branch: 9.3,
  'under way': 9.3,
  uncommitted: 9.2,
  'pull request': 8.5,
  issue: 8.5,
}

/** What the next commands of git depend on comes first, what can be looked up on the host last. */
export function gitWorth(key: string): number {
  return worthOf[key] ?? 9
}

/** Empty where another row says the same. A status with nothing to push does not prove a push. `#12` would read as message 12. */
export function gitText(row: Row, input: GitTextInput): string {
  if (isSaidByOther(row, input)) return ''
  const seen = agedSince(row, input)
  if (seen !== '' && row.key === 'last commit') return `${row.key} (${seen}) ${gitValue(row, input)}`
  const value = `${gitValue(row, input)}${seen === '' ? '' : ` as of ${seen}`}`
  if (row.key === 'commits' && value.startsWith(noneShown))
    return `no call made a commit${value.slice(noneShown.length)}`
  if (row.key === 'pull request')
    return `${row.key} ${withQuotedTitle(value).replace(/(?<!\S)#(?=\d)/, 'PR ')}`
  if (row.key === 'issue') return `${row.key} ${withQuotedTitle(value).replace(/^#(?=\d)/, '')}`
  if (row.key === 'stash') return `stashed #${input.numberOf(row.last)} and not restored: ${value}`
  return row.key === 'pushed' ? pushText(value) : `${row.key} ${value}`
}

/** `looked at #12 Mend it (OPEN)`: without quotes, a title reads as if the view said it. */
const titled =
  /^((?:looked at |checked out )?#\d{1,9}) ([^(\n].{0,239}?)((?: \([A-Z]{2,20}(?:, draft)?\))?(?:, \d{1,6} comments? posted)?(?: \(in [^()\n]{1,200}\))?)$/

function withQuotedTitle(value: string): string {
  return value.replace(titled, '$1 "$2"$3')
}

/** `yes: main -> main (host)` → `pushed to main (host)`, `no: 3 ahead of origin/main` → `3 commits ahead of origin/main`. */
function pushText(value: string): string {
  const { yes, no, upToDate, behind, ahead, diverged } = pushWords
  if (value.startsWith(yes)) {
    const said = value.slice(yes.length)
    if (said.startsWith(behind)) return said
    if (said.startsWith(upToDate)) return `no commits ahead of ${said.slice(upToDate.length)}`
    const [from, to = '', ...rest] = said.split(' ').filter(word => word !== '->')
    return from === to ? ['pushed to', to, ...rest].join(' ') : `pushed: ${said}`
  }
  if (value.startsWith(noPush)) return value
  if (!value.startsWith(no)) return `pushed ${value}`
  const said = value.slice(no.length)
  const [count = '', relation] = said.split(' ', 2)
  if (relation === ahead) return `${counted(Number(count), 'commit')}${said.slice(count.length)}`
  return said.startsWith(diverged) || said.startsWith('no ') ? said : `not pushed: ${said}`
}

/**
 * If git lists all changed files as uncommitted, no call made a commit; without its list, that is all that is known. If nothing
 * else is uncommitted, untracked files are listed there.
 */
function isSaidByOther(row: Row, { rows }: GitTextInput): boolean {
  const { key, value } = row
  if (isInferred(row, rows)) return true
  const uncommitted = rows.find(each => each.section === 'git' && each.key === 'uncommitted')
  if (uncommitted === undefined) return false
  if (key === 'commits')
    return (
      value.startsWith(noneShown) &&
      !isInferred(uncommitted, rows) &&
      isAllChanged(uncommitted.value, rows.filter(isChangedFile))
    )
  return key === 'untracked' && none.test(uncommitted.value)
}

/** Whether a row lists the changed files as uncommitted because no call made a commit, and git listed nothing. */
export function isInferred({ section, key, value }: Row, rows: readonly Row[]): boolean {
  if (section !== 'git' || key !== 'uncommitted' || !isAllChanged(value, rows.filter(isChangedFile)))
    return false
  const git = rows.filter(row => row.section === 'git')
  const isListed = git.some(({ facts }) => facts.some(({ about }) => about === 'uncommitted'))
  return !isListed && git.some(row => row.key === 'commits' && row.value.startsWith(noneShown))
}

const none = /^none(?: |$)/

/** Whether git lists exactly the files that calls have changed. */
function isAllChanged(value: string, files: readonly Row[]): boolean {
  const open = new Set(files.filter(isOpen).map(row => row.key))
  const paths = value.replace(placeMark, '').split(', ')
  return paths.length > 1 && paths.length === open.size && paths.every(path => open.has(path))
}

/**
 * `#67`: a later commit may have changed how the branch compares with its remote, and a person what else is told of the
 * repository, before the last request. Where all rows are older than it, their line says so.
 */
function agedSince({ key, value, last }: Row, { rows, numberOf, lastRequest }: GitTextInput): string {
  const isOfRemote = key === 'pushed' && trackingMark.test(value)
  if (!(isOfRemote || key === 'branch' || key === 'last commit' || key === 'under way')) return ''
  const git = rows.filter(({ section, state }) => section === 'git' && state !== 'hidden')
  const isBeforeCommit = isOfRemote && git.some(row => row.key === 'last commit' && row.last > last)
  const isNewer = (row: Row): boolean =>
    row.last > lastRequest && row.key !== 'commits' && row.key !== 'created'
  return isBeforeCommit || (last < lastRequest && git.some(isNewer)) ? `#${numberOf(last)}` : ''
}

/** Whether the working tree still has a change of the file. */
function isOpen(row: Row): boolean {
  return row.committedAt === undefined && !isAsBefore(row)
}

export const allChanged = 'all changed files'

/** Files that are listed as changed are not listed again. */
function gitValue({ key, value, last }: Row, { rows, root, numberOf }: GitTextInput): string {
  const files = rows.filter(isChangedFile)
  if (key === 'under way')
    return underWayText(
      value,
      files.filter(file => isChangedAfter(file, last)),
      root,
    )
  if (key !== 'uncommitted' && key !== 'untracked') return cutLine(titleBelowRoot(value, root), 240)
  if (key === 'uncommitted' && isAllChanged(value, files)) {
    const others = files.every(isOpen) ? '' : ' but those said to be committed or taken back'
    return `${allChanged}${others}${placeMark.exec(value)?.[0] ?? ''}`
  }
  const { oldSince, isBeforeEdits } = statusAge(rows)
  const list = (paths: string): string =>
    gitFiles(paths, {
      changed: new Set(files.map(row => row.key)),
      nameOf: path => nameFrom(path, root),
      areOthersBefore: isBeforeEdits,
    })
  if (!none.test(value)) return list(value) + perhapsText(rows, value, root)
  const untracked = rows.find(row => row.section === 'git' && row.key === 'untracked')
  const what = untracked === undefined ? value : `only untracked ${list(untracked.value)}`
  return oldSince === undefined ? what : `${what} as of #${numberOf(oldSince)}`
}

/** `merge, conflicts in a.ts (edited since), b.ts`: whether an edit has settled a conflict only git can say. */
function underWayText(value: string, edited: readonly Row[], root: string | undefined): string {
  const place = placeMark.exec(value)?.[0] ?? ''
  const { what, conflicts } = conflictsIn(value.slice(0, value.length - place.length))
  const names = conflicts.map(path => {
    const isEdited = edited.some(({ key }) => isSamePath(key, path))
    return `${nameFrom(path, root)}${isEdited ? ' (edited since)' : ''}`
  })
  const left = names.length - maxConflicts
  const more = left > 0 ? [counted(left, 'more file')] : []
  return withConflicts(what, [...names.slice(0, maxConflicts), ...more]) + place
}

const maxConflicts = 8

/** `, perhaps b.md`: files that a subagent, or a call without a clear outcome, may have changed since git or a commit was seen. */
function perhapsText(rows: readonly Row[], value: string, root: string | undefined): string {
  const git = rows.flatMap(({ section, facts }) => (section === 'git' ? facts : []))
  const seen = latest(
    git,
    ({ about, kind, source }) =>
      source !== undefined && (kind === 'committed' || (kind === 'shown' && about === 'uncommitted')),
  )
  if (seen === undefined) return ''
  const listed = value.replace(placeMark, '').split(', ')
  const isUnclear = ({ key, state, facts, committedAt }: Row): boolean =>
    committedAt === undefined &&
    /(?:^|, )perhaps (?:created|modified|wrote)(?!.*, deleted$)/.test(state) &&
    facts.some(({ kind, turn }) => kind !== 'read' && turn > seen.turn) &&
    !scratch.test(key) &&
    !listed.some(path => isSamePath(path, key))
  const names = rows.filter(row => isChangedFile(row) && isUnclear(row)).map(({ key }) => nameFrom(key, root))
  return names.length === 0 || names.length > maxNamed ? '' : `, perhaps ${names.join(', ')}`
}

/** More files are only counted. */
const maxNamed = 12
/** Maximum characters of names; each name is complete. */
const maxLength = 220

interface GitFilesInput {
  /** The paths of files that calls changed. */
  readonly changed: ReadonlySet<string>
  readonly nameOf: (path: string) => string
  /** Whether all others were listed before the first of these changes. */
  readonly areOthersBefore: boolean
}

/**
 * The files that git lists: all if they are few, else their number and those that calls changed. `value` is the value of a row
 * of git: `… 30 more, src/a.ts, src/b.ts (in app)`.
 */
export function gitFiles(value: string, { changed, nameOf, areOthersBefore }: GitFilesInput): string {
  const { paths, count, place } = listedFiles(value)
  const isFew = count <= maxNamed
  const ours = [...changed]
  const known =
    isFew && !areOthersBefore
      ? paths
      : paths.filter(path => changed.has(path) || ours.some(one => isSamePath(one, path)))
  const own = isFew ? paths : known
  const unchanged = areOthersBefore ? count - known.length : 0
  const before = unchanged > 0 ? `${unchanged} of them before the first edit` : ''
  const amount = `${counted(count, 'file')}${before === '' ? '' : `, ${before}`}`
  const names: string[] = []
  let left = maxLength
  for (const path of own) {
    const name = nameOf(path)
    if (names.length > 0 && name.length > left) break
    names.push(name)
    left -= name.length + 2
  }
  if (names.length === 0) return `${amount}${place}`
  if (!isFew) return `${amount}, among them ${names.join(', ')}${place}`
  const rest = count - names.length
  const more = rest === 0 ? '' : ` and ${counted(rest, 'more file')}`
  return `${names.join(', ')}${more}${before === '' ? '' : ` (${before})`}${place}`
}

interface ListedFiles {
  /** Those that are named. */
  readonly paths: readonly string[]
  readonly count: number
  /** ` (in app)` */
  readonly place: string
}

function listedFiles(value: string): ListedFiles {
  const place = placeMark.exec(value)?.[0] ?? ''
  const list = value.slice(0, value.length - place.length).split(', ')
  const others = list.map(each => Number(unnamedMark.exec(each)?.[1] ?? 0))
  const paths = list.filter((_, at) => others[at] === 0)
  return { paths, count: others.reduce((sum, number) => sum + number, paths.length), place }
}

/** `uncommitted 5 files`: of a list that has no room, the number; `undefined` for other rows. */
export function gitCount({ key, value }: Row): string | undefined {
  if (key !== 'uncommitted' || none.test(value)) return undefined
  const { count, place } = listedFiles(value)
  return `${key} ${counted(count, 'file')}${place}`
}

/** How old git's list of uncommitted files is. */
interface StatusAge {
  /** The message with the list, if later edits may have changed it; else `undefined`. */
  readonly oldSince: number | undefined
  /** Whether the list is older than all edits: what it lists was not done here. */
  readonly isBeforeEdits: boolean
}

/** Both are unknown where files were committed after the list, or nothing was listed. */
function statusAge(rows: readonly Row[]): StatusAge {
  const git = rows.flatMap(({ section, facts }) => (section === 'git' ? facts : []))
  const status = latest(
    git,
    ({ about, kind, source }) => about === 'uncommitted' && kind === 'shown' && source !== undefined,
  )
  if (status === undefined) return { oldSince: undefined, isBeforeEdits: false }
  const commit = latest(git, ({ kind, turn }) => kind === 'committed' && turn >= status.turn)
  const { turn: since } = commit ?? status
  const edits = rows.filter(isChangedFile).flatMap(({ facts }) => facts.filter(({ kind }) => kind !== 'read'))
  const later = edits.filter(({ turn }) => turn > since)
  return {
    oldSince: later.length > 0 ? since : undefined,
    isBeforeEdits: commit === undefined && edits.length > 0 && later.length === edits.length,
  }
}

function latest(facts: readonly Fact[], isMeant: (fact: Fact) => boolean): Fact | undefined {
  return facts
    .filter(isMeant)
    .reduce<Fact | undefined>(
      (last, fact) => (last !== undefined && last.turn > fact.turn ? last : fact),
      undefined,
    )
}
