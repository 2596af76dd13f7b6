/** Files that a request asks to change and that were not changed for it. */
import type { Row } from '../../../ledger/ledger.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { askedChanges, namedFiles } from './asked-changes.ts'
import { isChangedAfter } from './is-changed-after.ts'
import { isChangedFile } from './is-changed-file.ts'

/** A request that names fewer changed files is not about which files to change. */
const minChanged = 2
/** A request that names more files is not read: each is compared with all others. */
const maxFiles = 100
/** Files that are shown; more are counted. */
const maxShown = 6

/** `b.ts, c.ts, +2`; empty where the request does not say which files are to be changed. Rows may be of all files. */
export function namedUnchanged(request: string, since: number, rows: readonly Row[]): string {
  const changed = rows.filter(row => isChangedAfter(row, since)).map(({ key }) => key)
  const named = [...new Set(namedFiles(request))]
  if (named.length > maxFiles) return ''
  const isChanged = (name: string): boolean => changed.some(path => isSame(path, name))
  if (named.filter(isChanged).length < minChanged) return ''
  const kinds = new Set(changed.map(extensionOf))
  const asked = new Set(askedChanges(request))
  const perhaps = rows.filter(row => mayBeChangedAfter(row, since)).map(({ key }) => key)
  const left = named.filter(
    (name, at) =>
      asked.has(name) &&
      kinds.has(extensionOf(name)) &&
      !isChanged(name) &&
      !perhaps.some(path => isSame(path, name)) &&
      !named.some((other, index) => index !== at && isSame(other, name) && other.length > name.length),
  )
  const more = left.length > maxShown ? [`+${left.length - maxShown}`] : []
  return [...left.slice(0, maxShown), ...more].join(', ')
}

/** The edit may have no answer yet. */
function mayBeChangedAfter(row: Row, turn: number): boolean {
  return (
    isChangedFile(row) && row.facts.some(fact => fact.turn > turn && fact.isDoubtful && fact.kind !== 'read')
  )
}

/** `/w/src/a.ts` is `a.ts` and `src/a.ts`, and git's `w/src/a.ts` */
function isSame(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`) || name.endsWith(`/${path}`)
}

/** `go`, `ts` */
function extensionOf(path: string): string {
  const name = fileName(path)
  return name.slice(name.lastIndexOf('.') + 1)
}
