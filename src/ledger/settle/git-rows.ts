/** The current state of the repository, as far as the calls show: the latest statement counts, and files edited since are not committed. */
import { isDetached } from '../../scan/actions/git-statement.ts'
import { commonDirectory, fileName, isAbsolute } from '../../scan/actions/shell/join-path.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { FileList } from './file-list.ts'
import type { FileOperations } from './file-rows.ts'
import { NoCommit } from './no-commit.ts'
import { PullRequest } from './pull-request.ts'
import { PushState } from './push-state.ts'
import { rowOf } from './row-of.ts'
import { UnderWay } from './under-way.ts'

const maxFiles = 20
/** In place of the hash of a commit that was rebased since. */
const rebasedMark = '(rebased)'
const rebasing = ' (being rebased)'
const beforeRebase = ' (before the rebase)'

/** `changes`: of files, that are certain, in order. `operations`: what each fact of a file did. */
export function gitRows(
  git: readonly Fact[],
  changes: readonly Fact[],
  operations: FileOperations,
): readonly Row[] {
  const { isOwn, name } = mainRepository(git, changes)
  // Of one repository of several, only what says where it ran.
  const own = git.filter(({ whole, source }) =>
    whole === undefined ? name === undefined || source === undefined : isOwn(whole),
  )
  const state = new Repository(name, operations)
  const edits = changes.filter(({ about }) => (isAbsolute(about) ? isOwn(about) : name === undefined))
  for (const fact of [...own, ...edits].sort(byTurn)) state.read(fact)
  const rows = state.rows(git)
  const shown = new Set(rows.flatMap(({ facts }) => facts))
  const rest = git.filter(fact => !shown.has(fact))
  if (rest.length === 0) return rows
  return [...rows, rowOf({ section: 'git', key: 'earlier', state: 'hidden', value: '' }, rest)]
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

/** `main (in app)` */
const placeMark = / \(in [^()\n]{1,200}\)$/

class Repository {
  readonly #name: string | undefined
  readonly #operations: FileOperations
  readonly #latest = new Map<string, Fact>()
  readonly #commits = new NoCommit()
  readonly #pushes = new PushState()
  readonly #underWay = new UnderWay()
  readonly #request = new PullRequest()
  #uncommitted = new FileList()
  #untracked = new FileList()
  /** Files that were made since the last commit: deleted, they are no change. */
  #made = new FileList()
  #staged: string[] = []
  /** Hash and subject; the hash as it is now. */
  #commit = ''
  #rehashed: Fact | undefined
  /** A rebase stopped since the last commit that is known: HEAD is at another. */
  #isBeforeRebase = false
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
    this.#commits.read(fact)
    if (fact.section === 'files') {
      this.#edited(fact)
      return
    }
    switch (fact.about) {
      case 'uncommitted':
        this.#setUncommitted(fact)
        return
      case 'untracked':
        this.#untracked = FileList.of(filesIn(fact), fact)
        this.#latest.set(fact.about, fact)
        return
      case 'branch':
        this.#setBranch(fact)
        return
      case 'last commit':
        if (fact.kind === 'changed') this.#rehash(fact)
        else this.#setCommit(fact)
        return
      case 'pushed':
        this.#pushes.read(fact)
        return
      case 'under way':
        this.#setUnderWay(fact)
        return
      case 'pull request':
        this.#request.read(fact)
        return
      default:
    }
  }

  #setBranch(fact: Fact): void {
    const branch = branchIn(fact) ?? ''
    // A rebase leaves the branch that it is of until it is over.
    if (isDetached(branch) && this.#underWay.isRebase) return
    const isRebased = fact.kind === 'changed' || hasMark(fact, rebasing)
    if (!isRebased && !isDetached(branch)) this.#underWay.isOnBranch()
    if (branchIn(this.#latest.get('branch')) !== branch) this.#pushes.leaveBranch()
    this.#latest.set(fact.about, fact)
  }

  #setCommit(fact: Fact): void {
    const { text = '', kind } = fact
    if (kind === 'committed') this.#takeStaged(fact)
    if (kind === 'shown' && this.#isOtherCommit(fact)) this.#forgetEdits()
    this.#isBeforeRebase = hasMark(fact, beforeRebase)
    this.#commit = this.#isBeforeRebase ? text.replace(beforeRebase, '') : text
    this.#rehashed = undefined
    this.#latest.set(fact.about, fact)
  }

  #setUnderWay(fact: Fact): void {
    const wasRebase = this.#underWay.isRebase
    this.#underWay.read(fact, this.#uncommitted.size === 0)
    // What a rendering says of the last commit has the mark already.
    if (!wasRebase && fact.source !== undefined) this.#isBeforeRebase = this.#underWay.isRebase
  }

  /** Somebody else committed: nobody says which of the files that were edited before. */
  #isOtherCommit({ text = '' }: Fact): boolean {
    const [known = '', now = ''] = [this.#commit, text].map(commit => commit.split(' ', 1)[0])
    const isHash = known !== '' && known !== rebasedMark && now !== ''
    return isHash && !known.startsWith(now) && !now.startsWith(known)
  }

  #forgetEdits(): void {
    this.#commits.otherCommit()
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
        this.#underWay.stage(paths)
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
    this.#underWay.commit()
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
    // Files may be edited where there is no repository.
    if (git.every(({ about, source }) => about === 'commits' && source === undefined)) return this.#noCommit()
    return [
      this.#branch(),
      this.#lastCommit(),
      this.#noCommit(),
      this.#pushed(),
      rowFor('under way', this.#underWay.value),
      this.#files('uncommitted', this.#uncommitted, this.#unnamed, this.#listed),
      this.#untracked.size === 0
        ? []
        : this.#files('untracked', this.#untracked, unnamedIn(this.#latest.get('untracked'))),
      rowFor('pull request', this.#request.value),
    ].flat()
  }

  #noCommit(): readonly Row[] {
    const found = this.#commits.value
    const isGone = this.#uncommitted.size + this.#untracked.size === 0
    // Files that were made and deleted again, or that a status no longer lists.
    if (found === undefined || (isGone && (this.#listed !== undefined || found.fact.section === 'files')))
      return []
    return [gitRow('commits', this.#placed(found.value, found.fact), found.fact)]
  }

  #branch(): readonly Row[] {
    const fact = this.#latest.get('branch')
    const branch = fact?.text?.replace(rebasing, '') ?? ''
    if (fact === undefined || branch === '') return []
    const value = this.#underWay.isRebase && !isDetached(branch) ? withMark(branch, rebasing) : branch
    return [gitRow('branch', this.#placed(value, fact), fact)]
  }

  /** What a rendering said has its place already; a file that was edited is in the repository of its path. */
  #placed(value: string, { whole, section }: Fact): string {
    const hasPlace = this.#name !== undefined && (whole !== undefined || section === 'files')
    return hasPlace ? `${value} (in ${this.#name})` : value
  }

  #lastCommit(): readonly Row[] {
    const fact = this.#rehashed ?? this.#latest.get('last commit')
    if (fact === undefined || this.#commit === '') return []
    const isElsewhere = this.#isBeforeRebase && this.#underWay.isRebase
    const value = isElsewhere ? withMark(this.#commit, beforeRebase) : this.#commit
    return [gitRow('last commit', this.#placed(value, fact), fact)]
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

function rowFor(
  key: string,
  found: { readonly value: string; readonly fact: Fact } | undefined,
): readonly Row[] {
  return found === undefined ? [] : [gitRow(key, found.value, found.fact)]
}

function gitRow(key: string, value: string, fact: Fact): Row {
  const row = rowOf({ section: 'git', key, state: '', value }, [fact])
  // What follows from edits is nothing that the agent said.
  return fact.section === 'files' ? { ...row, by: 'tool' } : row
}

function branchIn(fact: Fact | undefined): string | undefined {
  return fact?.text?.replace(placeMark, '').replace(rebasing, '')
}

/** Whether a rendering said so, before the place. */
function hasMark({ text = '', source }: Fact, mark: string): boolean {
  return source === undefined && text.replace(placeMark, '').endsWith(mark)
}

function withMark(text: string, mark: string): string {
  const place = placeMark.exec(text)?.[0] ?? ''
  return `${text.slice(0, text.length - place.length)}${mark}${place}`
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
