/** The files that git lists, in a few words: all of a few, of many their number and those that calls changed. */
import { placeMark } from '../../ledger/settle/main-repository.ts'
import { counted } from '../../reduce/content/counted.ts'
import { isSamePath } from '../../scan/actions/path-book.ts'

/** More are counted. */
const maxNamed = 12
/** Characters of names; each is named in full. */
const maxLength = 220
const unnamed = /^… (\d{1,7}) more$/

export interface GitFilesInput {
  /** The paths of files that calls changed. */
  readonly changed: ReadonlySet<string>
  readonly nameOf: (path: string) => string
  /** Whether all others are known from before the first of these changes. */
  readonly areOthersBefore: boolean
}

/** `value`: of a row of git, `… 30 more, src/a.ts, src/b.ts (in app)`. */
export function gitFiles(value: string, { changed, nameOf, areOthersBefore }: GitFilesInput): string {
  const place = placeMark.exec(value)?.[0] ?? ''
  const list = value.slice(0, value.length - place.length).split(', ')
  const others = list.map(each => Number(unnamed.exec(each)?.[1] ?? 0))
  const paths = list.filter((_, at) => others[at] === 0)
  const count = others.reduce((sum, number) => sum + number, paths.length)
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
