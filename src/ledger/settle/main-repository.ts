/** Which of several repositories the work is in. */
import { commonDirectory, fileName, isAbsolute } from '../../scan/actions/shell/join-path.ts'
import type { Fact } from '../ledger.ts'

/** Behind what is said of one of several: `main (in app)`. */
export const placeMark: RegExp = / \(in [^()\n]{1,200}\)$/

/** An edit says more of where the work is than a question. */
const editWeight = 3
/** Where a command does not say where it ran. */
const elsewhere = ''

export interface MainRepository {
  /** Whether a path is in it; others have no rows. */
  readonly isOwn: (path: string) => boolean
  /** Its directory, where commands ran in others too. */
  readonly name?: string
}

/** The repository where most was edited and asked. */
export function mainRepository(git: readonly Fact[], changes: readonly Fact[]): MainRepository {
  const weights = new Map<string, number>()
  const weigh = (directory: string, weight: number): void => {
    weights.set(directory, (weights.get(directory) ?? 0) + weight)
  }
  for (const { whole = elsewhere, about } of git) if (about !== 'commits') weigh(whole, 1)
  const directories = new Set([...weights.keys()].filter(directory => directory !== elsewhere))
  const [only] = directories
  // A single directory that is named is the one that other commands ran in.
  if (only === undefined || (directories.size === 1 && !isOnlyLookedAt(only, git, changes)))
    return { isOwn: () => true }
  for (const { about } of changes) weigh(outermost(about, directories) ?? elsewhere, editWeight)
  const [main = elsewhere] = [...weights].toSorted(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  )[0] as [string, number]
  const rootOf = (path: string): string | undefined => outermost(path, directories)
  const root = main === elsewhere ? undefined : (rootOf(main) ?? main)
  const isOneOfSeveral = root !== undefined && [...directories].some(directory => rootOf(directory) !== root)
  return { isOwn: path => rootOf(path) === root, ...(isOneOfSeveral ? { name: fileName(root) } : {}) }
}

/** Whether the work is elsewhere: nothing was edited or committed there, and commands without a directory ran too. */
function isOnlyLookedAt(directory: string, git: readonly Fact[], changes: readonly Fact[]): boolean {
  const edited = changes.flatMap(({ about }) => (isAbsolute(about) ? [about] : []))
  const isWithin = (path: string, above: string): boolean => `${path}/`.startsWith(`${above}/`)
  const work = commonDirectory(edited)
  return (
    edited.length > 0 &&
    git.some(({ whole }) => whole === undefined) &&
    git.every(({ whole, kind }) => whole === undefined || kind === 'shown') &&
    !edited.some(path => isWithin(path, directory)) &&
    (work === undefined || !isWithin(directory, work))
  )
}

/** The directory that holds a path and is in no other of them. */
function outermost(path: string, directories: ReadonlySet<string>): string | undefined {
  for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1))
    if (directories.has(path.slice(0, end))) return path.slice(0, end)
  return directories.has(path) ? path : undefined
}
