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

/** A status that shows nothing to push shows no push. `#12` would be message 12. */
export function gitText(row: Row, input: GitTextInput): string {
  const value = gitValue(row, input)
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

/** Whether something of what was changed is in the working tree. */
function isOpen(row: Row): boolean {
  return row.committedAt === undefined && !isAsBefore(row)
}

/** Files that are all named as changed are not named twice. */
function gitValue({ key, value }: Row, { rows, root, numberOf }: GitTextInput): string {
  if (key !== 'uncommitted' && key !== 'untracked') return cutLine(belowRoot(value, root), 240)
  const files = rows.filter(isChangedFile)
  const open = new Set(files.filter(isOpen).map(row => row.key))
  const paths = value.split(', ')
  const isSame = paths.length > 1 && paths.length === open.size && paths.every(path => open.has(path))
  if (key === 'uncommitted' && isSame)
    return `all changed files${open.size < files.length ? ' but those said to be committed or taken back' : ''}`
  const { oldSince, isBeforeEdits } = statusAge(rows)
  if (/^none(?: |$)/.test(value))
    return oldSince === undefined ? value : `${value} as of #${numberOf(oldSince)}`
  return gitFiles(value, {
    changed: new Set(files.map(row => row.key)),
    nameOf: path => nameFrom(path, root),
    areOthersBefore: isBeforeEdits,
  })
}
