/** Which files are not committed, as far as the calls show. */
import { byTurn, type Fact } from '../ledger.ts'
import { EditOutcomes } from './edit-outcomes.ts'
import { FileList } from './file-list.ts'
import type { FileOperations } from './file-rows.ts'
import { placeMark } from './main-repository.ts'

export interface ListedFiles {
  readonly paths: readonly string[]
  /** Further files that no call names. */
  readonly unnamed: number
  /** The last report about them. */
  readonly last: Fact
}

export class WorkingTree {
  readonly outcomes: EditOutcomes = new EditOutcomes()
  readonly #operations: FileOperations
  #uncommitted = new FileList()
  #untracked = new FileList()
  /** Files that were made since the last commit: deleted, they are no change. */
  #made = new FileList()
  #staged: string[] = []
  /** Files that a list left out. */
  #unnamed = 0
  #unnamedUntracked = 0
  /** What has said which files are uncommitted; without it, only edits are known. */
  #listed: Fact | undefined
  readonly #wholeCommits = new Set<Fact>()

  constructor(operations: FileOperations) {
    this.#operations = operations
  }

  get hasUncommitted(): boolean {
    return this.#uncommitted.size > 0
  }

  get isClean(): boolean {
    return this.#uncommitted.size + this.#untracked.size === 0
  }

  /** Whether all that is uncommitted was made since the last commit. */
  get isMade(): boolean {
    return this.#uncommitted.paths().every(path => this.#made.has(path))
  }

  /** Whether it is known which files are uncommitted. */
  get isListed(): boolean {
    return this.#listed !== undefined
  }

  edit(fact: Fact): void {
    this.mayEdit(fact)
    if (fact.kind === 'deleted' && this.#made.has(fact.about)) {
      this.#made.delete(fact.about)
      this.#uncommitted.delete(fact.about)
      this.#untracked.delete(fact.about)
    } else if (!this.#isListedUntracked(fact.about)) this.#uncommitted.add(fact.about, fact)
    else if (fact.kind === 'deleted') this.#untracked.delete(fact.about)
  }

  /** Whether it happened is not known. */
  mayEdit(fact: Fact): void {
    this.outcomes.edit(fact)
    if (this.#operations.get(fact) === 'created') this.#made.add(fact.about, fact)
  }

  setUntracked(fact: Fact): void {
    if (fact.kind === 'deleted') {
      this.#clean(fact, filesIn(fact))
      return
    }
    this.#untracked = FileList.of(filesIn(fact), fact)
    this.#unnamedUntracked = unnamedIn(fact)
  }

  setUncommitted(fact: Fact): void {
    const paths = filesIn(fact)
    switch (fact.kind) {
      case 'staged':
        this.#staged.push(...paths)
        return
      case 'changed':
        for (const path of paths) this.#uncommitted.add(path, fact)
        // There are others, and no call shows which.
        if (paths.length === 0) this.#listed = undefined
        return
      case 'restored':
        this.#takeBack(fact, paths)
        return
      default:
        this.#staged = []
        this.#uncommitted = FileList.of(paths, fact)
        this.#unnamed = unnamedIn(fact)
        this.#listed = fact
    }
  }

  /** A file that git does not track stays as it is. */
  #takeBack(fact: Fact, paths: readonly string[]): void {
    const isTracked = (path: string): boolean => !this.#isUntracked(path)
    this.outcomes.takeBack(fact, paths, isTracked)
    this.#uncommitted = this.#uncommitted.split(paths, isTracked).rest
  }

  /** The user took back what was edited behind a message. */
  takeBackSince(by: Fact, turn: number): void {
    this.outcomes.takeBackSince(by, turn)
    const isEdit = (fact: Fact): boolean => fact.section === 'files' && fact.turn > turn
    this.#uncommitted = this.#uncommitted.splitFacts(isEdit).rest
    this.#made = this.#made.splitFacts(isEdit).rest
  }

  /** What `git clean` takes away is gone for good. */
  #clean(fact: Fact, paths: readonly string[]): void {
    const isUntracked = (path: string): boolean => this.#isUntracked(path)
    this.outcomes.takeBack(fact, paths, isUntracked)
    this.#uncommitted = this.#uncommitted.split(paths, isUntracked).rest
    this.#made = this.#made.without(paths)
    this.#untracked = this.#untracked.without(paths)
  }

  /** Made since the last commit, or listed so. */
  #isUntracked(path: string): boolean {
    return this.#made.has(path) || this.#isListedUntracked(path)
  }

  #isListedUntracked(path: string): boolean {
    return this.#untracked.has(path) || this.#untracked.hasAbove(path)
  }

  /** `by`: `restored` where the edits are gone with the commit. */
  undo(commit: Fact, by: Fact): void {
    this.#wholeCommits.delete(commit)
    if (by.kind === 'restored') this.outcomes.revert(by, commit)
    else for (const edit of this.outcomes.reopen(commit)) this.#uncommitted.add(edit.about, edit)
  }

  /** Without a word on what went into it, everything did. */
  commit(fact: Fact): void {
    const isAll = this.#staged.includes('*')
    const committed = this.#staged.length === 0 ? ['*'] : this.#staged
    const isOut = (path: string): boolean => this.#uncommitted.has(path) || this.#isListedUntracked(path)
    const named = this.#staged.filter(path => path !== '*')
    this.outcomes.commit(fact, named)
    if (committed.includes('*')) this.outcomes.commit(fact, ['*'], isOut)
    this.#uncommitted = this.#uncommitted.without(committed)
    this.#untracked = this.#untracked.without(this.#staged)
    this.#made = this.#made.without(committed)
    this.#staged = []
    this.#unnamed = 0
    // What else may be uncommitted is known only from a list, or where all of it was committed.
    if (this.#listed !== undefined || isAll) this.#listed = fact
    if (isAll) this.#wholeCommits.add(fact)
  }

  /** A merge or rebase that stopped has changed files that an earlier list does not have. */
  stop({ turn }: Fact): void {
    if (this.#listed !== undefined && this.#listed.turn < turn) this.#listed = undefined
  }

  /** A commit by someone else: which of the edited files it holds is unknown. */
  forget(): void {
    this.#uncommitted = new FileList()
    this.#made = new FileList()
    this.#staged = []
    this.#unnamed = 0
    this.#listed = undefined
  }

  /** Commits of all that was changed, in order, without those that were undone. */
  get wholeCommits(): readonly Fact[] {
    return [...this.#wholeCommits]
  }

  get uncommitted(): ListedFiles | undefined {
    return listed(this.#uncommitted, this.#unnamed, this.#listed)
  }

  get untracked(): ListedFiles | undefined {
    return this.#untracked.size === 0 ? undefined : listed(this.#untracked, this.#unnamedUntracked)
  }
}

function listed(files: FileList, unnamed: number, list?: Fact): ListedFiles | undefined {
  const last = [...files.facts(), ...(list === undefined ? [] : [list])].sort(byTurn).at(-1)
  return last === undefined ? undefined : { paths: files.paths(), unnamed, last }
}

/** How many more files than those that are named. */
export const unnamedMark: RegExp = /^… (\d{1,7}) more$/

export function filesIn({ text = '', source }: Fact): readonly string[] {
  if (text === '') return []
  // Where it was read back from a printed ledger, it is a list on one line.
  const list = source === undefined ? text.replace(placeMark, '') : text
  if (source === undefined && list === 'none') return []
  return list.split(source === undefined ? ', ' : '\n').filter(path => !unnamedMark.test(path))
}

/** A list that git printed says it last, a printed ledger first. */
function unnamedIn({ text = '', source }: Fact): number {
  const said = source === undefined ? text.split(', ', 1)[0] : text.slice(text.lastIndexOf('\n') + 1)
  return Number(unnamedMark.exec(said ?? '')?.[1] ?? 0)
}
