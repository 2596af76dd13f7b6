/** What a view says of one row of git. */
import type { Row } from '../../ledger/ledger.ts'
import { isAsBefore } from '../../ledger/settle/file-rows.ts'
import { noneShown } from '../../ledger/settle/no-commit.ts'
import { cutLine } from './cut-line.ts'
import { belowRoot, nameFrom } from './digest/common-root.ts'
import { gitFiles } from './git-files.ts'
import { isChangedFile } from './is-changed-file.ts'
import { statusAge } from './status-age.ts'

export interface GitTextInput {
  readonly rows: readonly Row[]
  readonly root: string | undefined
  /** The number by which a message is shown. */
  readonly numberOf: (turn: number) => number
}

/** Empty where another row says it. A status that shows nothing to push shows no push. `#12` would be message 12. */
export function gitText(row: Row, input: GitTextInput): string {
  if (isSaidByOther(row, input)) return ''
  const value = gitValue(row, input) + relationAge(row, input)
  if (row.key === 'commits' && value.startsWith(noneShown))
    return `no call made a commit${value.slice(noneShown.length)}`
  if (row.key === 'pull request') return `${row.key} ${value.replace(/(?<!\S)#(?=\d)/, 'PR ')}`
  if (row.key === 'issue') return `${row.key} ${value.replace(/^#(?=\d)/, '')}`
  if (row.key === 'pushed' && value.startsWith('yes: behind ')) return value.slice('yes: '.length)
  if (row.key === 'pushed' && value.startsWith(upToDate))
    return `no commits ahead of ${value.slice(upToDate.length)}`
  return `${row.key} ${value}`
}

const upToDate = 'yes: up to date with '

/** Where all changed files are uncommitted, no call made a commit; where nothing else is, untracked files are named as uncommitted. */
function isSaidByOther({ key }: Row, { rows }: GitTextInput): boolean {
  const uncommitted = rows.find(row => row.section === 'git' && row.key === 'uncommitted')
  if (uncommitted === undefined) return false
  if (key === 'commits') return isAllChanged(uncommitted.value, rows.filter(isChangedFile))
  return key === 'untracked' && none.test(uncommitted.value)
}

const none = /^none(?: |$)/

/** Whether git lists the files that calls have changed, and no others. */
function isAllChanged(value: string, files: readonly Row[]): boolean {
  const open = new Set(files.filter(isOpen).map(row => row.key))
  const paths = value.split(', ')
  return paths.length > 1 && paths.length === open.size && paths.every(path => open.has(path))
}

/** ` as of #67`: how a branch and its remote compare may have changed with a commit that was seen since. */
function relationAge({ key, value, last }: Row, { rows, numberOf }: GitTextInput): string {
  if (key !== 'pushed' || !relation.test(value)) return ''
  const isOld = rows.some(row => row.section === 'git' && row.key === 'last commit' && row.last > last)
  return isOld ? ` as of #${numberOf(last)}` : ''
}

const relation = /^(?:yes: (?:up to date with|behind) |no: (?:\d{1,7} ahead|ahead|diverged))/

/** Whether something of what was changed is in the working tree. */
function isOpen(row: Row): boolean {
  return row.committedAt === undefined && !isAsBefore(row)
}

/** Files that are all named as changed are not named twice. */
function gitValue({ key, value }: Row, { rows, root, numberOf }: GitTextInput): string {
  if (key !== 'uncommitted' && key !== 'untracked') return cutLine(belowRoot(value, root), 240)
  const files = rows.filter(isChangedFile)
  if (key === 'uncommitted' && isAllChanged(value, files))
    return `all changed files${files.every(isOpen) ? '' : ' but those said to be committed or taken back'}`
  const { oldSince, isBeforeEdits } = statusAge(rows)
  const list = (paths: string): string =>
    gitFiles(paths, {
      changed: new Set(files.map(row => row.key)),
      nameOf: path => nameFrom(path, root),
      areOthersBefore: isBeforeEdits,
    })
  if (!none.test(value)) return list(value)
  const untracked = rows.find(row => row.section === 'git' && row.key === 'untracked')
  const what = untracked === undefined ? value : `only untracked ${list(untracked.value)}`
  return oldSince === undefined ? what : `${what} as of #${numberOf(oldSince)}`
}
