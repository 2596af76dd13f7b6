/** Which of several repositories the work is in. */
import { commonDirectory, fileName, isAbsolute } from '../../scan/actions/shell/join-path.ts'
import type { Fact } from '../ledger.ts'
import { isNotes } from './file-changes-since.ts'
import type { Worktrees } from './worktrees.ts'

/** Suffix where there are several: `main (in app)`. */
export const placeMark: RegExp = / \(in [^()\n]{1,200}\)$/

/** An edit says more of where the work is than a question. */
const editWeight = 3
/** Where a command does not say where it ran. */
const elsewhere = ''

interface MainRepository {
  /** Its directory; `undefined` where commands do not say where they ran. */
  readonly root?: string | undefined
  /** Whether a path is in it; others have no rows. */
  readonly isOwn: (path: string) => boolean
  /** Its directory, where commands ran in others too. */
  readonly name?: string
}

/** The repository or worktree where most was edited and asked. */
export function mainRepository(
  git: readonly Fact[],
  changes: readonly Fact[],
  trees: Worktrees,
): MainRepository {
  const weights = new Map<string, number>()
  const weigh = (directory: string, weight: number): void => {
    if (!trees.isGone(directory)) weights.set(directory, (weights.get(directory) ?? 0) + weight)
  }
  for (const fact of git)
    if (fact.about !== 'commits' && fact.about !== 'worktree') weigh(placeOf(fact, trees) ?? elsewhere, 1)
  const directories = new Set([...weights.keys()].filter(directory => directory !== elsewhere))
  const [only] = directories
  // A single directory that is named is the one that other commands ran in.
  if (only === undefined || (directories.size === 1 && !isApart(only, git, changes, trees))) {
    const here = trees.treeOf(only)
    return { root: only, isOwn: path => (trees.treeOf(path) ?? here) === here }
  }
  const rootOf = (path: string): string | undefined => trees.treeOf(path) ?? outermost(path, directories)
  for (const { about } of changes) weigh(rootOf(about) ?? elsewhere, editWeight)
  const [main] = [...weights].toSorted(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  )[0] ?? [elsewhere]
  const root = main === elsewhere ? undefined : (rootOf(main) ?? main)
  const isOneOfSeveral =
    root !== undefined &&
    (trees.isTree(root) || [...directories].some(directory => rootOf(directory) !== root))
  return { root, isOwn: path => rootOf(path) === root, ...(isOneOfSeveral ? { name: fileName(root) } : {}) }
}

/** Where a command ran: a worktree, or a directory with its whole path. */
export function placeOf({ whole }: Fact, trees: Worktrees): string | undefined {
  return trees.treeOf(whole) ?? (whole !== undefined && isAbsolute(whole) ? whole : undefined)
}

/** Whether the work is not in a directory, though it is the only one that commands name. */
function isApart(
  directory: string,
  git: readonly Fact[],
  changes: readonly Fact[],
  trees: Worktrees,
): boolean {
  const isUnnamed = git.some(fact => placeOf(fact, trees) === undefined)
  return isUnnamed && (trees.isTree(directory) || isElsewhere(directory, changes))
}

/** Whether the work was in other places: nothing was edited in a directory, and something outside of it. */
function isElsewhere(directory: string, changes: readonly Fact[]): boolean {
  const edited = changes.flatMap(({ about }) => (isAbsolute(about) && !isNotes(about) ? [about] : []))
  const isWithin = (path: string, above: string): boolean => `${path}/`.startsWith(`${above}/`)
  const work = commonDirectory(edited)
  return (
    edited.length > 0 &&
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

/** Whether a printed ledger put a mark before the place: `main (being rebased) (in app)`. */
export function hasMark({ text = '', source }: Fact, mark: string): boolean {
  return source === undefined && text.replace(placeMark, '').endsWith(mark)
}

export function withMark(text: string, mark: string): string {
  const place = placeMark.exec(text)?.[0] ?? ''
  return `${text.slice(0, text.length - place.length)}${mark}${place}`
}
