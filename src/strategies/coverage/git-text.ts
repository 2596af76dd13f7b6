/** What a view says of one row of git. */
import type { Row } from '../../ledger/ledger.ts'
import { isAsBefore } from '../../ledger/settle/file-rows.ts'
import { noneShown } from '../../ledger/settle/no-commit.ts'
import { cutLine } from './cut-line.ts'
import { belowRoot, nameFrom } from './digest/common-root.ts'
import { gitFiles } from './git-files.ts'
import { isChangedFile } from './is-changed-file.ts'

/** A branch that is behind has nothing to push; that is no push. `#12` would be message 12. */
export function gitText(row: Row, rows: readonly Row[], root: string | undefined): string {
  const value = gitValue(row, rows, root)
  if (row.key === 'commits' && value.startsWith(noneShown))
    return `no call made a commit${value.slice(noneShown.length)}`
  if (row.key === 'pull request') return `${row.key} ${value.replace(/(?<!\S)#(?=\d)/, 'PR ')}`
  if (row.key === 'issue') return `${row.key} ${value.replace(/^#(?=\d)/, '')}`
  return row.key === 'pushed' && value.startsWith('yes: behind ')
    ? value.slice('yes: '.length)
    : `${row.key} ${value}`
}

/** Whether something of what was changed is in the working tree. */
function isOpen(row: Row): boolean {
  return row.committedAt === undefined && !isAsBefore(row)
}

/** Files that are all named as changed are not named twice. */
function gitValue({ key, value }: Row, rows: readonly Row[], root: string | undefined): string {
  if (key !== 'uncommitted' && key !== 'untracked') return cutLine(belowRoot(value, root), 240)
  const files = rows.filter(isChangedFile)
  const open = new Set(files.filter(isOpen).map(row => row.key))
  const paths = value.split(', ')
  const isSame = paths.length > 1 && paths.length === open.size && paths.every(path => open.has(path))
  if (key === 'uncommitted' && isSame)
    return `all changed files${open.size < files.length ? ' but those said to be committed or taken back' : ''}`
  return gitFiles(value, new Set(files.map(row => row.key)), path => nameFrom(path, root))
}
