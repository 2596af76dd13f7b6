/** The current state of the repository, as far as the calls show: the latest statement counts, and files edited since are not committed. */
import { conflictsMark } from '../../scan/actions/git-statement.ts'
import { commonDirectory, fileName, isAbsolute } from '../../scan/actions/shell/join-path.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { FileList } from './file-list.ts'
import type { FileOperations } from './file-rows.ts'
import { PullRequest } from './pull-request.ts'
import { PushState } from './push-state.ts'
import { rowOf } from './row-of.ts'

const maxFiles = 20
/** In place of the hash of a commit that was rebased since. */
const rebasedMark = '(rebased)'

/** `changes`: of files, that are certain, in order. `operations`: what each fact of a file did. */
export function gitRows(
  git: readonly Fact[],
  changes: readonly Fact[],
  operations: FileOperations,
): readonly Row[] {
  if (git.length === 0) return []
  const { isOwn, name } = mainRepository(git, changes)
  // Of one repository of several, only what says where it ran.
  const own = git.filter(({ whole, source }) =>
    whole === undefined ? name === undefined || source === undefined : isOwn(whole),
  )
  const state = new Repository(name, operations)
  const edits = changes.filter(({ about }) => (isAbsolute(about) ? isOwn(about) : name === undefined))
  for (const fact of [...own, ...edits].sort(byTurn)) state.read(fact)
  return state.rows(git)
}

/** An edit says more of where the work is than a question. */
const editWeight = 3
/** Where a command does not say where it ran. */
const elsewhere = ''

interface MainRepository {
  /** Whether a path is in it; others have no rows. */
  readonly isOwn: (path: string) => boolean
  /** Its directory, where commands ran in others too. */
  readonly name?: string
}

/** The repository where most was edited and asked. */
function mainRepository(git: readonly Fact[], changes: readonly Fact[]): MainRepository {
  const weights = new Map<string, number>()
  const weigh = (directory: string, weight: number): void => {
    weights.set(directory, (weights.get(directory) ?? 0) + weight)
  }
  for (const { whole = elsewhere } of git) weigh(whole, 1)
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

/** `main (in app)` */
const placeMark = / \(in [^()\n]{1,200}\)$/

class Repository {
  readonly #name: string | undefined
  readonly #operations: FileOperations
  readonly #latest = new Map<string, Fact>()
  readonly #pushes = new PushState()
  readonly #request = new PullRequest()
  #uncommitted = new FileList()
  #untracked = new FileList()
  /** Files that were made since the last commit: deleted, they are no change. */
  #made = new FileList()
  #staged: string[] = []
  /** Hash and subject; the hash as it is now. */
  #commit = ''
  #rehashed: Fact | undefined
  /** Files that were staged since a merge or rebase stopped: their conflicts are settled. */
  #settled: string[] = []
  /** Files that a rendering left out, of those that it listed as uncommitted. */
  #unnamed = 0
  /** What has said which files are uncommitted; without it, only edits are known. */
  #listed: Fact | undefined

  /** `name`: of its directory, where there are others. */
  constructor(name: string | undefined, operations: FileOperations) {
    this.#name = name
    this.#operations = operations
  }

  read(fact: Fact): void {
    if (fact.section === 'files') this.#edited(fact)
    else if (fact.about === 'uncommitted') this.#setUncommitted(fact)
    else {
      if (fact.about === 'untracked') this.#untracked = FileList.of(filesIn(fact), fact)
      if (fact.about === 'last commit' && fact.kind === 'changed') {
        this.#rehash(fact)
        return
      }
      if (fact.kind === 'committed') this.#takeStaged(fact)
      if (fact.about === 'last commit') {
        if (fact.kind === 'shown' && this.#isOtherCommit(fact)) this.#forgetEdits()
        this.#commit = fact.text ?? ''
        this.#rehashed = undefined
      }
      if (fact.about === 'under way') this.#settled = []
      if (fact.about === 'branch' && branchIn(this.#latest.get('branch')) !== branchIn(fact))
        this.#pushes.leaveBranch()
      if (fact.about === 'pushed') this.#pushes.read(fact)
      else if (fact.about === 'pull request') this.#request.read(fact)
      else this.#latest.set(fact.about, fact)
    }
  }

  /** Somebody else committed: nobody says which of the files that were edited before. */
  #isOtherCommit({ text = '' }: Fact): boolean {
    const [known = '', now = ''] = [this.#commit, text].map(commit => commit.split(' ', 1)[0])
    const isHash = known !== '' && known !== rebasedMark && now !== ''
    return isHash && !known.startsWith(now) && !now.startsWith(known)
  }

  #forgetEdits(): void {
    this.#uncommitted = new FileList()
    this.#made = new FileList()
    this.#staged = []
    this.#unnamed = 0
    this.#listed = undefined
  }

  /** A rebase makes the last commit anew; a push shows its hash. */
  #rehash(fact: Fact): void {
    const [hash = '', ...subject] = this.#commit.split(' ')
    const isKnown = fact.text !== '' && hash !== rebasedMark
    if (this.#commit === '' || isKnown) return
    this.#commit = [fact.text === '' ? rebasedMark : fact.text, ...subject].join(' ')
    this.#rehashed = fact
  }

  #edited(fact: Fact): void {
    if (this.#operations.get(fact) === 'created') this.#made.add(fact.about, fact)
    if (fact.kind === 'deleted' && this.#made.has(fact.about)) {
      this.#made.delete(fact.about)
      this.#uncommitted.delete(fact.about)
      this.#untracked.delete(fact.about)
    } else if (!this.#untracked.has(fact.about)) this.#uncommitted.add(fact.about, fact)
    else if (fact.kind === 'deleted') this.#untracked.delete(fact.about)
  }

  #setUncommitted(fact: Fact): void {
    const paths = filesIn(fact)
    switch (fact.kind) {
      case 'staged':
        this.#staged.push(...paths)
        this.#settled.push(...paths)
        return
      case 'committed':
        this.#takeStaged(fact)
        return
      case 'changed':
        for (const path of paths) this.#uncommitted.add(path, fact)
        // There are others, and nobody says which.
        if (paths.length === 0) this.#listed = undefined
        return
      case 'restored':
        this.#uncommitted = this.#uncommitted.without(paths)
        return
      default:
        this.#staged = []
        this.#uncommitted = FileList.of(paths, fact)
        this.#unnamed = unnamedIn(fact)
        this.#listed = fact
    }
  }

  /** Without a word on what went into it, everything did. */
  #takeStaged(fact: Fact): void {
    const isAll = this.#staged.includes('*')
    this.#uncommitted = this.#uncommitted.without(this.#staged.length === 0 ? ['*'] : this.#staged)
    this.#untracked = this.#untracked.without(this.#staged)
    this.#made = this.#made.without(this.#staged.length === 0 ? ['*'] : this.#staged)
    this.#staged = []
    this.#unnamed = 0
    // What else may be uncommitted is known only from a list, or where all of it was committed.
    if (this.#listed !== undefined || isAll) this.#listed = fact
  }

  rows(git: readonly Fact[]): readonly Row[] {
    const rows = [
      this.#row('branch'),
      this.#lastCommit(),
      this.#pushed(),
      this.#underWay(),
      this.#files('uncommitted', this.#uncommitted, this.#unnamed, this.#listed),
      this.#untracked.size === 0
        ? []
        : this.#files('untracked', this.#untracked, unnamedIn(this.#latest.get('untracked'))),
      this.#pullRequest(),
    ].flat()
    const shown = new Set(rows.flatMap(({ facts }) => facts))
    const rest = git.filter(fact => !shown.has(fact))
    if (rest.length === 0) return rows
    return [...rows, rowOf({ section: 'git', key: 'earlier', state: 'hidden', value: '' }, rest)]
  }

  #row(key: string): readonly Row[] {
    const fact = this.#latest.get(key)
    const value = fact?.text ?? ''
    if (fact === undefined || value === '') return []
    return [gitRow(key, this.#placed(value, fact), fact)]
  }

  #pullRequest(): readonly Row[] {
    const found = this.#request.value
    return found === undefined ? [] : [gitRow('pull request', found.value, found.fact)]
  }

  /** What a rendering said has its place already; a file that was edited is in the repository of its path. */
  #placed(value: string, { whole, section }: Fact): string {
    const hasPlace = this.#name !== undefined && (whole !== undefined || section === 'files')
    return hasPlace ? `${value} (in ${this.#name})` : value
  }

  #lastCommit(): readonly Row[] {
    const fact = this.#rehashed ?? this.#latest.get('last commit')
    if (fact === undefined || this.#commit === '') return []
    return [gitRow('last commit', this.#placed(this.#commit, fact), fact)]
  }

  #underWay(): readonly Row[] {
    const fact = this.#latest.get('under way')
    const [what = '', files] = (fact?.text ?? '').split(conflictsMark, 2)
    if (fact === undefined || what === '') return []
    const left =
      files === undefined ? [] : FileList.of(files.split(', '), fact).without(this.#settled).paths()
    return [gitRow('under way', left.length === 0 ? what : `${what}${conflictsMark}${left.join(', ')}`, fact)]
  }

  #pushed(): readonly Row[] {
    const hash = this.#commit.split(' ', 1)[0] as string
    const found = this.#pushes.value(this.#latest.get('last commit'), hash)
    return found === undefined ? [] : [gitRow('pushed', this.#placed(found.value, found.fact), found.fact)]
  }

  #files(key: string, files: FileList, unnamed: number, listed?: Fact): readonly Row[] {
    const last = [...files.facts(), ...(listed === undefined ? [] : [listed])].sort(byTurn).at(-1)
    if (last === undefined) return []
    const paths = files.paths()
    const shown = paths.slice(-maxFiles)
    const missing = paths.length - shown.length + unnamed
    const more = missing > 0 ? [`… ${missing} more`] : []
    const place = placeMark.exec(last.source === undefined ? (last.text ?? '') : '')?.[0] ?? ''
    const list = paths.length === 0 ? 'none' : [...more, ...shown].join(', ')
    return [gitRow(key, place === '' ? this.#placed(list, last) : `${list}${place}`, last)]
  }
}

function gitRow(key: string, value: string, fact: Fact): Row {
  return rowOf({ section: 'git', key, state: '', value }, [fact])
}

function branchIn(fact: Fact | undefined): string | undefined {
  return fact?.text?.replace(placeMark, '')
}

const unnamedMark = /^… (\d{1,7}) more$/

function filesIn({ text = '', source }: Fact): readonly string[] {
  if (text === '') return []
  // Where it was read back from a rendering, it is a list on one line.
  const list = source === undefined ? text.replace(placeMark, '') : text
  if (source === undefined && list === 'none') return []
  return list.split(source === undefined ? ', ' : '\n').filter(path => !unnamedMark.test(path))
}

/** A list that git printed says it last, a rendering first. */
function unnamedIn(fact: Fact | undefined): number {
  const { text = '', source } = fact ?? {}
  const said = source === undefined ? text.split(', ', 1)[0] : text.slice(text.lastIndexOf('\n') + 1)
  return Number(unnamedMark.exec(said ?? '')?.[1] ?? 0)
}
